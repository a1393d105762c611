// Package verify reads a release back by a second implementation: the files by
// Apache Arrow, the row digests from Arrow's values. It shares with the writer
// only the manifest's form and the row types.
//
// A release verifies when every file is as the manifest says, every row keeps
// the format's promises, and every reference output passes the scorer's own
// static checks under both rules.
package verify
