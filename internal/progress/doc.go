// Package progress tells people how far long work has come: a bar on a terminal,
// now and then a plain line elsewhere. It writes to stderr's side only.
package progress
