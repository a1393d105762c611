// Package diff tells what changed from one release to another: rows of every config
// by key and column, sources, columns and other files.
package diff
