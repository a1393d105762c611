// Package snippet reads the Python that documents show: what it imports and what
// it calls, with the arguments that can be read.
package snippet
