package run

import (
	"sync"

	"podium/schemas"
)

// Tally counts what a call of Run did.
type Tally struct {
	Resumed  bool // the run had been begun before
	Attempts int  // of the plan
	Done     int  // finished before this call
	Reused   int  // taken from other runs by this call
	Executed int  // in this call, trouble included
	Troubles int  // of those executed
}

// Nothing reports whether the run had been finished before.
func (t Tally) Nothing() bool { return t.Resumed && t.Done == t.Attempts }

type tally struct {
	mu       sync.Mutex
	executed int
	troubles int
	row      int // of the troubles, the last ones without facts between them
}

func (t *tally) add(a schemas.Attempt) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.executed++
	if a.Trouble == nil {
		t.row = 0
		return
	}
	t.troubles++
	t.row++
}

// inARow counts the troubles since the last attempt that has facts.
func (t *tally) inARow() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.row
}

func (t *tally) counts() Tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Tally{Executed: t.executed, Troubles: t.troubles}
}
