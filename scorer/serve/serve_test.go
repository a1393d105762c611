package serve

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"podium/scorer/grade"
)

// asked is what the server answers to a file.
func asked(t *testing.T, server *httptest.Server, field, name, text string) (int, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile(field, name)
	if err == nil {
		_, err = io.WriteString(part, text)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(server.URL+"/validate", form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, strings.TrimSpace(string(b))
}

func start(t *testing.T, validate Validator, l Limits) *httptest.Server {
	server := httptest.NewServer(Handler(validate, l))
	t.Cleanup(server.Close)
	return server
}

var generous = Limits{Bytes: 1 << 20, PerMinute: 6000, Concurrent: 2, Timeout: time.Minute}

func TestValidate(t *testing.T) {
	validate := func(name string, r io.Reader) (*grade.Refusal, error) {
		b, err := io.ReadAll(r)
		switch {
		case err != nil:
			return nil, err
		case string(b) == "trouble":
			return nil, errors.New("the answers are at secret")
		case string(b) == "bad":
			return &grade.Refusal{Code: grade.Unreadable, Problem: name + " is bad"}, nil
		}
		return nil, nil
	}
	server := start(t, validate, Limits{Bytes: 1 << 10, PerMinute: 6000, Concurrent: 2, Timeout: time.Minute})
	for _, c := range []struct {
		field, text string
		status      int
		answer      string
	}{
		{"file", "good", 200, `{"result":"Submission is valid."}`},
		{"file", "bad", 200, `{"result":"Submission invalid! s.csv is bad"}`},
		{"other", "good", 400, `{"error":"no file: send it as the multipart field \"file\""}`},
		{"file", "trouble", 500, `{"details":"see the server's log","error":"the validation failed"}`},
		{"file", strings.Repeat("x", 2<<10), 413, `{"error":"the file is larger than 1024 bytes"}`},
		{"other", strings.Repeat("x", 2<<10), 413, `{"error":"the file is larger than 1024 bytes"}`},
	} {
		status, answer := asked(t, server, c.field, "dir/s.csv", c.text)
		if status != c.status || answer != c.answer {
			t.Errorf("%s %.10q: got %d %s, want %d %s", c.field, c.text, status, answer, c.status, c.answer)
		}
	}
	answer, err := http.Post(server.URL+"/validate", "text/csv", strings.NewReader("good"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		t.Errorf("a body that is no form: status %d", answer.StatusCode)
	}
}

func TestRateAndTime(t *testing.T) {
	quick := func(string, io.Reader) (*grade.Refusal, error) { return nil, nil }
	server := start(t, quick, Limits{Bytes: 1 << 20, PerMinute: 6, Concurrent: 2, Timeout: time.Minute})
	first, _ := asked(t, server, "file", "s.csv", "x")
	second, _ := asked(t, server, "file", "s.csv", "x")
	if first != 200 || second != http.StatusTooManyRequests {
		t.Errorf("the first of a burst has status %d, the next %d", first, second)
	}

	// A validation that takes too long is told, and keeps its place until it ends.
	release := make(chan struct{})
	slow := func(string, io.Reader) (*grade.Refusal, error) { <-release; return nil, nil }
	limits := generous
	limits.Concurrent, limits.Timeout = 1, 50*time.Millisecond
	server = start(t, slow, limits)
	t.Cleanup(func() { close(release) }) // before the server is closed
	if status, answer := asked(t, server, "file", "s.csv", "x"); status != 200 || !strings.Contains(answer, "longer than 50ms") {
		t.Errorf("a slow validation: %d %s", status, answer)
	}
	if status, _ := asked(t, server, "file", "s.csv", "x"); status != http.StatusServiceUnavailable {
		t.Errorf("a validation while another runs on: %d", status)
	}
}
