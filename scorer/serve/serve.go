package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"podium/scorer/grade"
)

// Validator tells why a file of that name is refused, nil for valid.
type Validator func(name string, r io.Reader) (*grade.Refusal, error)

// Limits bound what a client may ask for.
type Limits struct {
	Bytes      int64         // of a request
	PerMinute  int           // validations
	Concurrent int64         // validations at a time; more wait
	Timeout    time.Duration // of one validation
}

// Handler returns the server's handler.
func Handler(validate Validator, l Limits) http.Handler {
	s := &server{
		validate: validate, limits: l,
		rate: rate.NewLimiter(rate.Limit(float64(l.PerMinute)/60), max(1, l.PerMinute/6)),
		busy: semaphore.NewWeighted(l.Concurrent),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"status": "running"})
	})
	mux.HandleFunc("POST /validate", s.serveValidate)
	return mux
}

type server struct {
	validate Validator
	limits   Limits
	rate     *rate.Limiter
	busy     *semaphore.Weighted
}

func (s *server) serveValidate(w http.ResponseWriter, r *http.Request) {
	if !s.rate.Allow() {
		w.Header().Set("Retry-After", "10")
		answer(w, http.StatusTooManyRequests, map[string]string{"error": "too many validations; try again later"})
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.limits.Timeout)
	defer cancel()
	if err := s.busy.Acquire(ctx, 1); err != nil {
		answer(w, http.StatusServiceUnavailable, map[string]string{"error": "busy; try again later"})
		return
	}
	file, err := formFile(http.MaxBytesReader(w, r.Body, s.limits.Bytes), r)
	if err != nil {
		s.busy.Release(1)
		s.fail(w, err)
		return
	}
	type result struct {
		refusal *grade.Refusal
		err     error
	}
	done := make(chan result, 1)
	go func() {
		defer s.busy.Release(1)
		refusal, err := s.validate(file.FileName(), file)
		done <- result{refusal, err}
	}()
	select {
	case <-ctx.Done():
		answer(w, http.StatusOK, map[string]string{"result": fmt.Sprintf("Submission invalid! Validating it took longer than %v.", s.limits.Timeout)})
	case d := <-done:
		if d.err != nil {
			s.fail(w, d.err)
			return
		}
		answer(w, http.StatusOK, map[string]string{"result": Message(d.refusal)})
	}
}

// errNoFile is a request without a file.
var errNoFile = errors.New("no file: send it as the multipart field \"file\"")

// formFile returns the part "file" of a multipart body, which is read as it comes.
func formFile(body io.ReadCloser, r *http.Request) (*multipart.Part, error) {
	r.Body = body
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, errNoFile
	}
	for {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, errNoFile
		case err != nil:
			return nil, err
		case part.FormName() == "file":
			return part, nil
		}
	}
}

// fail answers an error; what went wrong inside is not told.
func (s *server) fail(w http.ResponseWriter, err error) {
	var size *http.MaxBytesError
	switch {
	case errors.As(err, &size):
		answer(w, http.StatusRequestEntityTooLarge, map[string]string{"error": fmt.Sprintf("the file is larger than %d bytes", size.Limit)})
	case errors.Is(err, errNoFile):
		answer(w, http.StatusBadRequest, map[string]string{"error": err.Error()})
	default:
		answer(w, http.StatusInternalServerError, map[string]string{"error": "the validation failed", "details": "see the server's log"})
	}
}

// Message is what a client is told.
func Message(r *grade.Refusal) string {
	if r == nil {
		return "Submission is valid."
	}
	return "Submission invalid! " + r.Error()
}

func answer(w http.ResponseWriter, status int, body map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that is gone needs no answer
}
