package sandbox

import (
	"context"
	"errors"
	"time"

	"podium/schemas"
)

// Backoff says how long to wait before try number n (2, 3, …).
type Backoff func(n int) time.Duration

// Doubling waits first before the second try, then twice as long each time, at
// most a minute.
func Doubling(first time.Duration) Backoff {
	return func(n int) time.Duration {
		wait := first
		for ; n > 2 && wait < time.Minute; n-- {
			wait *= 2
		}
		return min(wait, time.Minute)
	}
}

// Retry returns a sandbox that runs a job again when infrastructure failed it, up
// to tries times in all. The trouble it then returns says how often it was tried.
func Retry(s Sandbox, tries int, backoff Backoff) Sandbox {
	return &retry{s, tries, backoff}
}

type retry struct {
	Sandbox
	tries   int
	backoff Backoff
}

func (r *retry) Run(ctx context.Context, job Job) (schemas.Facts, error) {
	for n := 1; ; n++ {
		facts, err := r.Sandbox.Run(ctx, job)
		var trouble *schemas.Trouble
		if !errors.As(err, &trouble) {
			return facts, err
		}
		if n >= r.tries {
			final := *trouble
			final.Tries = n
			return schemas.Facts{}, &final
		}
		select {
		case <-ctx.Done():
			return schemas.Facts{}, ctx.Err()
		case <-time.After(r.backoff(n + 1)):
		}
	}
}
