package sandbox_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// failing fails its first jobs with an error.
type failing struct {
	sandbox.Sandbox
	errs []error
	runs int
}

func (f *failing) Run(context.Context, sandbox.Job) (schemas.Facts, error) {
	f.runs++
	if f.runs <= len(f.errs) {
		return schemas.Facts{}, f.errs[f.runs-1]
	}
	return schemas.Facts{End: schemas.EndExited}, nil
}

func lost() error { return &schemas.Trouble{Kind: schemas.EngineLost, Message: "no daemon"} }

func TestRetry(t *testing.T) {
	var waits []int
	backoff := func(n int) time.Duration { waits = append(waits, n); return 0 }
	for _, c := range []struct {
		name  string
		errs  []error
		runs  int
		tries int // of the trouble returned; 0: facts, -1: another error
	}{
		{"at once", nil, 1, 0},
		{"the third time", []error{lost(), lost()}, 3, 0},
		{"never", []error{lost(), lost(), lost(), lost()}, 3, 3},
		{"interrupted", []error{lost(), context.Canceled}, 2, -1},
	} {
		waits = nil
		f := &failing{errs: c.errs}
		facts, err := sandbox.Retry(f, 3, backoff).Run(t.Context(), sandbox.Job{})
		var trouble *schemas.Trouble
		switch {
		case f.runs != c.runs:
			t.Errorf("%s: ran %d times, want %d", c.name, f.runs, c.runs)
		case len(waits) != c.runs-1 || len(waits) > 0 && waits[0] != 2:
			t.Errorf("%s: waited before %v", c.name, waits)
		case c.tries == 0 && (err != nil || facts.End != schemas.EndExited):
			t.Errorf("%s: %v, %v", c.name, facts, err)
		case c.tries > 0 && (!errors.As(err, &trouble) || trouble.Tries != c.tries):
			t.Errorf("%s: %v", c.name, err)
		case c.tries < 0 && !errors.Is(err, context.Canceled):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRetryStopsWaitingWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := &failing{errs: []error{lost()}}
	_, err := sandbox.Retry(f, 3, sandbox.Doubling(time.Hour)).Run(ctx, sandbox.Job{})
	if !errors.Is(err, context.Canceled) || f.runs != 1 {
		t.Errorf("%d runs, %v", f.runs, err)
	}
}

func TestDoubling(t *testing.T) {
	b := sandbox.Doubling(500 * time.Millisecond)
	for n, want := range map[int]time.Duration{2: 500 * time.Millisecond, 3: time.Second, 5: 4 * time.Second, 1000: time.Minute} {
		if got := b(n); got != want {
			t.Errorf("before try %d: %s, want %s", n, got, want)
		}
	}
}
