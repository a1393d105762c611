package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Bounds of a request's patience.
const (
	maxTries = 4
	maxWait  = 65 * time.Minute // GitHub's limits are by the hour
	firstGap = time.Second      // doubled for each further try
	maxStall = time.Minute      // for an answer to begin, and between its bytes
)

// patient repeats a request that failed for a passing reason, and waits where
// GitHub says that a limit is reached. It is for requests without a body.
type patient struct {
	base  http.RoundTripper
	say   func(format string, a ...any)
	stall time.Duration // maxStall, but in tests
	// sleep and now are replaced in tests; nil is the clock.
	sleep func(context.Context, time.Duration) error
	now   func() time.Time
}

func (p *patient) RoundTrip(req *http.Request) (*http.Response, error) {
	gap := firstGap
	for try := 1; ; try++ {
		resp, err := p.base.RoundTrip(req)
		wait, why := p.verdict(req.Context(), resp, err)
		if why == "" && err == nil {
			// go-github would refuse the next request by itself, without a wait, where
			// an answer says that it was the last that the limit allows.
			resp.Header.Del("X-Ratelimit-Reset")
		}
		if resp != nil {
			resp.Body = &lively{resp.Body, p.stall}
		}
		if why == "" || try == maxTries {
			return resp, err
		}
		if wait == 0 {
			wait, gap = gap, 2*gap
		}
		if wait > maxWait {
			p.say("%s: %s; that is more than %s away, giving up", req.URL.Host, why, maxWait)
			return resp, err
		}
		if resp != nil {
			_, _ = io.CopyN(io.Discard, resp.Body, 1<<16)
			resp.Body.Close()
		}
		p.say("%s: %s; trying again at %s", req.URL.Host, why, p.time().Add(wait).Format(time.TimeOnly))
		if err := p.pause(req.Context(), wait); err != nil {
			return nil, err
		}
	}
}

// lively is a body that is given up when nothing more comes of it for a while.
type lively struct {
	io.ReadCloser
	stall time.Duration
}

func (l *lively) Read(b []byte) (int, error) {
	t := time.AfterFunc(l.stall, func() { l.Close() }) // wakes the reader
	n, err := l.ReadCloser.Read(b)
	if !t.Stop() && err != nil {
		err = fmt.Errorf("the server sent nothing for %s: %w", l.stall, err)
	}
	return n, err
}

// verdict tells why an answer is worth another try, "" when it is not, and how
// long GitHub asks to wait, 0 when it does not say.
func (p *patient) verdict(ctx context.Context, resp *http.Response, err error) (time.Duration, string) {
	switch {
	case ctx.Err() != nil:
		return 0, ""
	case err != nil:
		return 0, withoutURL(err).Error()
	case resp.StatusCode >= 500:
		return 0, resp.Status
	case resp.StatusCode != http.StatusForbidden && resp.StatusCode != http.StatusTooManyRequests:
		return 0, ""
	}
	if after, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && after >= 0 {
		return time.Duration(after)*time.Second + time.Second, "GitHub asks to slow down"
	}
	if resp.Header.Get("X-Ratelimit-Remaining") == "0" {
		reset, err := strconv.ParseInt(resp.Header.Get("X-Ratelimit-Reset"), 10, 64)
		if err == nil {
			wait := time.Unix(reset, 0).Sub(p.time()) + time.Second
			return max(wait, time.Second), fmt.Sprintf("GitHub's limit of %s requests an hour is used up",
				resp.Header.Get("X-Ratelimit-Limit"))
		}
	}
	if resp.StatusCode == http.StatusTooManyRequests {
		return 0, resp.Status
	}
	return 0, ""
}

func (p *patient) time() time.Time {
	if p.now != nil {
		return p.now()
	}
	return time.Now()
}

func (p *patient) pause(ctx context.Context, d time.Duration) error {
	if p.sleep != nil {
		return p.sleep(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// withoutURL drops the address from an error of net/http: an archive's may carry
// a token.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
