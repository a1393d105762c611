package api

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// FuzzAnswer reads anything as an answer, good or bad: it never panics, and what
// an error says is short and printable.
func FuzzAnswer(f *testing.F) {
	f.Add(200, []byte(`{"submissions": [{"teamId": 1, "score": "0.5"}], "nextPageToken": "x"}`), "application/json")
	f.Add(200, []byte(`{"code": 403, "message": "You must accept this competition's rules"}`), "application/json; charset=utf-8")
	f.Add(429, []byte("slow down"), "text/plain")
	f.Add(502, []byte("<html>"), "text/html")
	f.Fuzz(func(t *testing.T, status int, body []byte, kind string) {
		resp := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {kind}, "Retry-After": {kind}}}
		var page leaderboardPage
		for _, err := range []error{decode(resp, body, &page), failure(resp, body)} {
			if err == nil {
				continue
			}
			if s := err.Error(); !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\x1b\n") || len(s) > 16<<10 {
				t.Errorf("%q", s)
			}
		}
	})
}

func FuzzContentRange(f *testing.F) {
	f.Add("bytes 5-9/10")
	f.Add("bytes 0-0/*")
	f.Fuzz(func(t *testing.T, header string) {
		from, total, ok := contentRange(header)
		if ok && (from < 0 || total >= 0 && from >= total) {
			t.Errorf("%q gives %d of %d", header, from, total)
		}
		if d := retryAfter(header, time.Unix(0, 0)); d < 0 {
			t.Errorf("%q gives %s", header, d)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 3, 26, 0, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "5": 5 * time.Second, "0.5": time.Second / 2, "-1": 0, "NaN": 0, "1e99": 0, "soon": 0,
		"Thu, 26 Mar 2026 00:00:09 GMT": 9 * time.Second, "Wed, 25 Mar 2026 00:00:00 GMT": 0,
	} {
		if got := retryAfter(header, now); got != want {
			t.Errorf("%q: %s, expected %s", header, got, want)
		}
	}
}
