// Package check reads an output without running it.
//
// For rule paper it repeats the published scorer's substring tests to the
// letter. For rule strict it puts the text in normal form, refuses what is not
// in an allow-list of shapes, and compares every value the sample names with
// the value that the task's entry would receive.
package check
