package api

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Patience bounds how often and how long a request is tried again.
type Patience struct {
	Tries   int           // in all, per request
	First   time.Duration // before the second try, doubled for each further one
	Longest time.Duration // wait between two tries; when Kaggle asks for more, giving up is better
}

// DefaultPatience is for Kaggle itself: some six minutes at the most.
var DefaultPatience = Patience{Tries: 7, First: 2 * time.Second, Longest: 2 * time.Minute}

// retry does f until it succeeds, fails for good, or patience ends. The last
// error is the answer.
func (c *Client) retry(ctx context.Context, f func() error) error {
	wait := c.patience.First
	for try := 1; ; try++ {
		err := f()
		var e *Error
		if err == nil || !errors.As(err, &e) || !e.passing() || ctx.Err() != nil || try >= c.patience.Tries {
			return err
		}
		pause := wait + rand.N(wait/2+1) // so that many clients do not come back at once
		if e.RetryAfter > 0 {
			pause = e.RetryAfter
		}
		if pause > c.patience.Longest {
			if e.RetryAfter > 0 {
				return err
			}
			pause = c.patience.Longest
		}
		c.o.Say("%s: trying again in %s (%d of %d)", e.brief(), pause.Round(time.Millisecond), try+1, c.patience.Tries)
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		wait *= 2
	}
}

// brief is the error without its advice.
func (e *Error) brief() string {
	without := *e
	without.Kind = Malformed
	return without.Error()
}
