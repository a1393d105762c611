package table

import "fmt"

// ParseError says why a file is no table. Under upstream's reader it ends the
// whole grading run; here it is the submission's fault alone.
type ParseError struct {
	Line    int    // of the row it is about, from 1
	Problem string // "3 fields, expected 2"
	Err     error  // nil, or what to test with errors.Is
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

func (e *ParseError) Unwrap() error { return e.Err }

// LimitError says that a file is larger than the reader was told to accept.
type LimitError struct {
	What  string // "bytes", "columns", "cells", "bytes in one column"
	Limit int64
}

func (e *LimitError) Error() string { return fmt.Sprintf("more than %d %s", e.Limit, e.What) }
