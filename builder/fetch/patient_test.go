package fetch

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A server that stops in the middle of an archive is not waited for for ever.
func TestGitHubStalls(t *testing.T) {
	s := newStandIn(t)
	whole := s.tarball()
	done := make(chan struct{})
	s.archives.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(whole[:len(whole)/2])
		w.(http.Flusher).Flush()
		<-done
	})
	defer close(done)
	g, _, _ := s.source(t)
	g.plain.Transport.(*patient).stall = 50 * time.Millisecond
	_, err := Repository(context.Background(), newStore(t), g, s.repo)
	if err == nil || !strings.Contains(err.Error(), "the server sent nothing for 50ms") {
		t.Errorf("error %v", err)
	}
}

func TestGitHubWaits(t *testing.T) {
	s := newStandIn(t)
	s.repo.Commit = s.git("rev-parse", "HEAD")
	n := 0
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		switch n++; n {
		case 1: // primary limit
			w.Header().Set("X-RateLimit-Limit", "60")
			w.Header().Set("X-RateLimit-Remaining", "0")
			w.Header().Set("X-RateLimit-Reset", strconv.Itoa(1_800_000_000+600))
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"message":"API rate limit exceeded"}`)
		case 2: // secondary limit
			w.Header().Set("Retry-After", "30")
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, `{"message":"You have exceeded a secondary rate limit"}`)
		case 3:
			w.WriteHeader(http.StatusBadGateway)
		default:
			return false
		}
		return true
	}
	g, slept, said := s.source(t)
	if _, err := Repository(context.Background(), newStore(t), g, s.repo); err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{601 * time.Second, 31 * time.Second, time.Second}
	if diff := cmp.Diff(want, *slept); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(said.String(), "limit of 60 requests an hour is used up; trying again at ") {
		t.Errorf("said %q", said)
	}
	if strings.Contains(said.String(), token) {
		t.Error("the token was shown")
	}
}

// An answer may be the last that the limit allows: what comes after it waits, too.
func TestGitHubWaitsAfterTheLastAnswer(t *testing.T) {
	s := newStandIn(t)
	limited := true
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("X-RateLimit-Limit", "60")
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset", strconv.FormatInt(time.Now().Add(time.Hour).Unix(), 10))
		if limited && strings.Contains(r.URL.Path, "/git/trees/") {
			limited = false
			w.WriteHeader(http.StatusForbidden)
			return true
		}
		return false
	}
	g, slept, _ := s.source(t)
	g.plain.Transport.(*patient).now = time.Now
	if _, err := Repository(context.Background(), newStore(t), g, s.repo); err != nil {
		t.Fatal(err)
	}
	if len(*slept) != 1 || (*slept)[0] < 59*time.Minute {
		t.Errorf("slept %v", *slept)
	}
}

func TestGitHubGivesUp(t *testing.T) {
	s := newStandIn(t)
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		w.WriteHeader(http.StatusBadGateway)
		return true
	}
	g, slept, _ := s.source(t)
	_, err := Repository(context.Background(), newStore(t), g, s.repo)
	if err == nil || len(*slept) != maxTries-1 {
		t.Errorf("error %v after %v", err, *slept)
	}
	if strings.Contains(fmt.Sprint(err), token) {
		t.Error("the token is in the error")
	}
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("X-RateLimit-Remaining", "0")
		w.Header().Set("X-RateLimit-Reset", strconv.Itoa(1_800_000_000+100_000))
		w.WriteHeader(http.StatusForbidden)
		return true
	}
	g, slept, said := s.source(t)
	if _, err := Repository(context.Background(), newStore(t), g, s.repo); err == nil || len(*slept) != 0 {
		t.Errorf("error %v after %v", err, *slept)
	}
	if !strings.Contains(said.String(), "giving up") {
		t.Errorf("said %q", said)
	}
}
