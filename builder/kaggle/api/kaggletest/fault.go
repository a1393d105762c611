package kaggletest

import (
	"net/http"
	"net/http/httptest"
	"strconv"
)

// Fault is something that goes wrong, some times.
type Fault struct {
	Operation string // the one it happens to; empty: any
	After     int    // requests of that operation that go well first
	Times     int    // how often
	Do        func(w http.ResponseWriter, r *http.Request, answer http.Handler)
}

// Fail adds a fault. Faults happen in the order in which they were added.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

func (s *Server) due(operation string) *Fault {
	for _, f := range s.faults {
		if f.Operation != "" && f.Operation != operation || f.Times == 0 {
			continue
		}
		if f.After > 0 {
			f.After--
			continue
		}
		f.Times--
		return f
	}
	return nil
}

// Status answers with an error and Kaggle's form of a message.
func Status(status int, message string, header ...string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		refuse(w, status, message)
	}
}

// Inside answers with status 200 and an error in the object, as Kaggle also does.
func Inside(status int, message string) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		reply(w, map[string]any{"code": status, "message": message})
	}
}

// Cut announces the whole answer and closes the connection after n bytes of it.
func Cut(n int) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, answer http.Handler) {
		announce(w, r, answer, n, 0)
		panic(http.ErrAbortHandler)
	}
}

// Short announces fewer bytes than there are, and sends those.
func Short(n int) func(http.ResponseWriter, *http.Request, http.Handler) {
	return func(w http.ResponseWriter, r *http.Request, answer http.Handler) { announce(w, r, answer, n, n) }
}

// Page answers with a web page, as a proxy or a log-in does.
func Page(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte("<!DOCTYPE html><title>Log in</title>"))
}

// announce records the answer and sends n bytes of it under a length: its own
// when length is 0.
func announce(w http.ResponseWriter, r *http.Request, answer http.Handler, n, length int) {
	recorder := httptest.NewRecorder()
	answer.ServeHTTP(recorder, r)
	body := recorder.Body.Bytes()
	for k, v := range recorder.Header() {
		w.Header()[k] = v
	}
	if length == 0 {
		length = len(body)
	}
	w.Header().Set("Content-Length", strconv.Itoa(length))
	w.WriteHeader(recorder.Code)
	_, _ = w.Write(body[:min(n, len(body))])
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
