// Package table reads CSV as pandas 2.3.3 does with its C engine, default
// options and float_precision="round_trip", because MLE-bench's graders compare
// what that reader hands them: 0012 and 12 are one id when the whole column is
// numeric, and two when one cell is a word.
//
// A table is a set of named columns of equal length. A column's kind is that of
// its data type in pandas (int64, uint64, float64, bool, or object, which is
// Text or Mixed here); it is inferred when first asked for, from the cells' text,
// which is kept. A missing cell is an empty one or one of 18 spellings (Missing).
//
// Words: a cell is the text between two separators, quotes removed; a row is
// counted from 0 and leaves out the header and blank lines; a line is counted
// from 1 as an editor does.
package table
