// Package exit maps errors to the exit codes both programs share (DESIGN.md, Commands).
package exit

import (
	"context"
	"errors"
)

const (
	Done           = 0
	Failed         = 1   // bad input included
	Usage          = 2   // the call's words are off
	Infrastructure = 3   // done, but some attempts could not be judged
	NotAllowed     = 4   // token, licence, rules not accepted
	Difference     = 5   // a check found a difference or an invalid file
	Interrupted    = 130 // SIGINT or SIGTERM
)

// Error carries an exit code with an error. A nil Err is silent: the command
// has said everything itself.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// With returns err with an exit code.
func With(code int, err error) error { return &Error{code, err} }

// Code returns the exit code of err.
func Code(err error) int {
	var e *Error
	switch {
	case err == nil:
		return Done
	case errors.As(err, &e):
		return e.Code
	case errors.Is(err, context.Canceled):
		return Interrupted
	}
	return Failed
}
