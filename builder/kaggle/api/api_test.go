package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podium/builder/kaggle/api"
	"podium/builder/kaggle/api/kaggletest"
)

// impatient tries as often as the default, without the waits.
var impatient = api.Patience{Tries: 7, First: time.Millisecond, Longest: 50 * time.Millisecond}

func credentials(t *testing.T, pairs ...string) api.Credentials {
	t.Helper()
	env := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		env[pairs[i]] = pairs[i+1]
	}
	c, err := api.FindCredentials(func(name string) string { return env[name] }, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func falling(n int) []string {
	scores := make([]string, n)
	for i := range scores {
		scores[i] = fmt.Sprintf("%.5f", 1-float64(i)/float64(n))
	}
	return scores
}

func competition() *kaggletest.Competition {
	return &kaggletest.Competition{
		Name: "made-up", Title: "Made «up»", Category: "Featured", Metric: "AUC", Tags: []string{"tabular", "binary"},
		Private: falling(333), Public: falling(331), Files: map[string][]byte{"train.csv": []byte(strings.Repeat("0123456789", 1<<15)), "a/b.csv": []byte("x")},
	}
}

// serve starts the stand-in and a client of it; what the client says is kept.
func serve(t *testing.T, s *kaggletest.Server, c api.Credentials) (*api.Client, *[]string) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	server.Config.ErrorLog = nil
	said := &[]string{}
	client, err := api.New(api.Options{URL: server.URL, Credentials: c, UserAgent: "test", Patience: impatient,
		Say: func(format string, a ...any) { *said = append(*said, fmt.Sprintf(format, a...)) }})
	if err != nil {
		t.Fatal(err)
	}
	return client, said
}

func bearer(t *testing.T) api.Credentials {
	return credentials(t, "KAGGLE_API_TOKEN", kaggletest.Token)
}

func board(c *api.Client, public bool) (scores []string, err error) {
	for e, err := range c.Leaderboard(context.Background(), "made-up", public) {
		if err != nil {
			return scores, err
		}
		scores = append(scores, e.Score)
	}
	return scores, nil
}

func TestOperations(t *testing.T) {
	for name, c := range map[string]api.Credentials{
		"bearer": bearer(t),
		"basic":  credentials(t, "KAGGLE_USERNAME", kaggletest.User, "KAGGLE_KEY", kaggletest.Key),
	} {
		t.Run(name, func(t *testing.T) {
			s := kaggletest.New(competition())
			client, _ := serve(t, s, c)
			ctx := context.Background()
			v, err := client.Competition(ctx, "made-up")
			if err != nil {
				t.Fatal(err)
			}
			if v.Title != "Made «up»" || v.Category != "Featured" || v.Teams != 333 || v.Metric != "AUC" || v.Code ||
				!v.Deadline.Equal(time.Date(2020, 3, 2, 23, 59, 0, 0, time.UTC)) || !slices.Equal(v.TagNames(), []string{"binary", "tabular"}) {
				t.Errorf("%+v", v)
			}
			for public, want := range map[bool][]string{false: falling(333), true: falling(331)} {
				if got, err := board(client, public); err != nil || !slices.Equal(got, want) {
					t.Errorf("public %v: %d scores, %v", public, len(got), err)
				}
			}
			var files []string
			for f, err := range client.Files(ctx, "made-up") {
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, fmt.Sprint(f.Name, " ", f.Bytes))
			}
			if !slices.Equal(files, []string{"a/b.csv 1", "train.csv 327680"}) {
				t.Errorf("files %q", files)
			}
			// 333 and 331 teams in pages of 50.
			if n := len(s.Requests()); n != 1+7+7+1 {
				t.Errorf("%d requests: %q", n, s.Requests())
			}
		})
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	rules := competition()
	rules.Name, rules.Rules = "with-rules", true
	for name, test := range map[string]struct {
		credentials api.Credentials
		fault       func(http.ResponseWriter, *http.Request, http.Handler)
		ask         func(*api.Client) error
		kind        api.Kind
		person      bool
		says        string
		requests    int
	}{
		"bad token": {credentials: credentials(t, "KAGGLE_API_TOKEN", "wrong-secret"), kind: api.Unauthorised, person: true, says: "make a new one at kaggle.com/settings", requests: 1},
		"rules": {ask: func(c *api.Client) error {
			for _, err := range c.Files(context.Background(), "with-rules") {
				return err
			}
			return nil
		}, kind: api.RulesNotAccepted, person: true, says: "https://www.kaggle.com/competitions/with-rules/rules", requests: 1},
		"wrong name": {ask: func(c *api.Client) error { _, err := c.Competition(context.Background(), "made-down"); return err },
			kind: api.Forbidden, person: true, says: "check the competition's name", requests: 1},
		"not found":    {fault: kaggletest.Status(404, "Not found"), kind: api.NotFound, says: "check the name", requests: 1},
		"slow down":    {fault: kaggletest.Status(429, "Too many requests"), kind: api.RateLimited, says: "wait some minutes", requests: 7},
		"an hour":      {fault: kaggletest.Status(429, "Too many requests", "Retry-After", "3600"), kind: api.RateLimited, says: "wait some minutes", requests: 1},
		"server":       {fault: kaggletest.Status(503, "Down"), kind: api.Unavailable, says: "start again later", requests: 7},
		"inside a 200": {fault: kaggletest.Inside(401, "Invalid credentials"), kind: api.Unauthorised, person: true, says: "401", requests: 1},
		"web page":     {fault: kaggletest.Page, kind: api.Malformed, says: "is this the API's address?", requests: 1},
		"bad request":  {fault: kaggletest.Status(400, "Bad \x1b[31m"+strings.Repeat("é", 300)), kind: api.Malformed, says: `"Bad \x1b[31m` + strings.Repeat("é", 191) + `…"`, requests: 1},
		"cut":          {fault: kaggletest.Cut(20), kind: api.Unavailable, says: "broke off", requests: 7},
		"short":        {fault: kaggletest.Short(20), kind: api.Unavailable, says: "ends in its middle", requests: 7},
	} {
		t.Run(name, func(t *testing.T) {
			s := kaggletest.New(competition(), rules)
			if test.fault != nil {
				s.Fail(kaggletest.Fault{Times: -1, Do: test.fault})
			}
			if test.credentials == (api.Credentials{}) {
				test.credentials = bearer(t)
			}
			client, said := serve(t, s, test.credentials)
			if test.ask == nil {
				test.ask = func(c *api.Client) error { _, err := c.Competition(context.Background(), "made-up"); return err }
			}
			err := test.ask(client)
			var e *api.Error
			if !errors.As(err, &e) || e.Kind != test.kind || e.NeedsPerson() != test.person || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error is %v (%+v), expected kind %d with %q", err, e, test.kind, test.says)
			}
			if n := len(s.Requests()); n != test.requests || len(*said) != n-1 {
				t.Errorf("%d requests, expected %d; said %q", n, test.requests, *said)
			}
			for _, text := range append(*said, err.Error()) {
				if strings.Contains(text, "secret") || strings.Contains(text, kaggletest.Token) || strings.Contains(text, "127.0.0.1") {
					t.Errorf("a secret or an address in %q", text)
				}
			}
		})
	}
}

// A storm of refusals and broken connections passes, and the board is whole.
func TestStorm(t *testing.T) {
	s := kaggletest.New(competition())
	s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", Times: 3, Do: kaggletest.Status(429, "Too many requests", "Retry-After", "0.01")})
	s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", After: 1, Times: 2, Do: kaggletest.Cut(1000)})
	s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", After: 4, Times: 4, Do: kaggletest.Status(502, "Bad gateway")})
	s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", After: 1, Times: 1, Do: kaggletest.Inside(503, "Try again")})
	client, said := serve(t, s, bearer(t))
	scores, err := board(client, false)
	if err != nil || !slices.Equal(scores, falling(333)) || len(*said) != 10 {
		t.Errorf("%d scores, %v; said %q", len(scores), err, *said)
	}
}

func TestTokenThatExpiresBetweenPages(t *testing.T) {
	s := kaggletest.New(competition())
	s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", After: 3, Times: -1, Do: kaggletest.Status(401, "Invalid credentials")})
	client, _ := serve(t, s, bearer(t))
	_, err := board(client, false)
	var e *api.Error
	if !errors.As(err, &e) || e.Kind != api.Unauthorised || !strings.Contains(err.Error(), "page 4: GetLeaderboard made-up: 401 ") {
		t.Errorf("error is %v", err)
	}
}

func TestPagesThatGoRound(t *testing.T) {
	for says, next := range map[string]string{"a team is on two pages": "Cg0", "leads to a page that was there before": "round"} {
		s := kaggletest.New(competition())
		s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", Times: -1, Do: func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
			w.Header().Set("Content-Type", "application/json")
			team := 0
			if next == "Cg0" {
				team = 5
			}
			fmt.Fprintf(w, `{"submissions": [{"teamId": %d, "score": "1"}], "nextPageToken": %q}`, team, next)
		}})
		client, _ := serve(t, s, bearer(t))
		if _, err := board(client, false); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error is %v, expected %q", err, says)
		}
	}
}

func TestDownloadResumes(t *testing.T) {
	want := competition().Files["train.csv"]
	download := func(c *api.Client, path string) error {
		return c.DownloadFile(context.Background(), "made-up", "train.csv", path, nil)
	}
	for name, faults := range map[string][]func(http.ResponseWriter, *http.Request, http.Handler){
		"undisturbed":   nil,
		"cut twice":     {kaggletest.Cut(100_000), kaggletest.Cut(50_000)},
		"cut, then 503": {kaggletest.Cut(100_000), kaggletest.Status(503, "Down"), kaggletest.Cut(1)},
		"no range left": {kaggletest.Cut(200_000), kaggletest.Status(416, "Range")},
		"another part": {kaggletest.Cut(1000), func(w http.ResponseWriter, r *http.Request, answer http.Handler) {
			r.Header.Set("Range", "bytes=7-")
			answer.ServeHTTP(w, r)
		}},
		"whole again": {kaggletest.Cut(1000), func(w http.ResponseWriter, r *http.Request, answer http.Handler) {
			r.Header.Del("Range")
			answer.ServeHTTP(w, r)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			s := kaggletest.New(competition())
			for _, f := range faults {
				s.Fail(kaggletest.Fault{Operation: "DownloadDataFile", Times: 1, Do: f})
			}
			client, said := serve(t, s, bearer(t))
			path := filepath.Join(t.TempDir(), "train.csv")
			if err := download(client, path); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(path)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%d bytes, expected %d; %v", len(got), len(want), err)
			}
			if len(*said) > len(faults) {
				t.Errorf("said %q", *said)
			}
			if left, _ := filepath.Glob(path + ".*"); len(left) != 0 {
				t.Errorf("left %q", left)
			}
		})
	}
}

// What an interrupted run left is gone on with by the next, unless it is of
// another object.
func TestDownloadGoesOnLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "train.csv")
	s := kaggletest.New(competition())
	s.Fail(kaggletest.Fault{Operation: "DownloadDataFile", Times: 1, Do: kaggletest.Cut(100_000)})
	s.Fail(kaggletest.Fault{Operation: "DownloadDataFile", Times: 1, Do: kaggletest.Status(401, "Invalid credentials")})
	client, _ := serve(t, s, bearer(t))
	ctx := context.Background()
	if err := client.DownloadFile(ctx, "made-up", "train.csv", path, nil); err == nil {
		t.Fatal("no error")
	}
	changed := competition()
	changed.Files["train.csv"] = []byte(strings.Repeat("abcdefghij", 1<<15))
	for _, c := range []*kaggletest.Competition{competition(), changed} {
		copied := filepath.Join(t.TempDir(), "train.csv")
		for _, end := range []string{".part", ".part.json"} {
			b, err := os.ReadFile(path + end)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(copied+end, b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var first int64 = -1
		client, _ := serve(t, kaggletest.New(c), bearer(t))
		err := client.DownloadFile(ctx, "made-up", "train.csv", copied, func(done, _ int64) {
			if first < 0 {
				first = done
			}
		})
		got, _ := os.ReadFile(copied)
		if err != nil || string(got) != string(c.Files["train.csv"]) {
			t.Errorf("%v, %d bytes", err, len(got))
		}
		if goesOn := first > 100_000; goesOn == (c == changed) {
			t.Errorf("began at %d", first)
		}
	}
}

// Kaggle sends downloads of data to where they are stored. The credentials stay
// behind, what resumes goes along.
func TestRedirectLeavesCredentialsBehind(t *testing.T) {
	var asked []string
	storage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.Header.Get("Authorization")+" "+r.Header.Get("Range"))
		w.Header().Set("ETag", `"x"`)
		if len(asked) == 1 {
			w.Header().Set("Content-Length", "10")
			_, _ = w.Write([]byte("01234"))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader("0123456789"))
	}))
	defer storage.Close()
	s := kaggletest.New(competition())
	s.Fail(kaggletest.Fault{Operation: "DownloadDataFile", Times: -1, Do: func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		http.Redirect(w, r, storage.URL+"/object?signature=secret", http.StatusFound)
	}})
	client, said := serve(t, s, bearer(t))
	path := filepath.Join(t.TempDir(), "x")
	if err := client.DownloadFile(context.Background(), "made-up", "train.csv", path, nil); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "0123456789" {
		t.Errorf("%q, %v", b, err)
	}
	if !slices.Equal(asked, []string{"GET  ", "GET  bytes=5-"}) {
		t.Errorf("asked %q", asked)
	}
	if strings.Contains(strings.Join(*said, ""), "secret") {
		t.Errorf("said %q", *said)
	}
}

func TestAddressIsChecked(t *testing.T) {
	for _, bad := range []string{"kaggle.com", "ftp://kaggle.com", "http://kaggle.com", "https://user:pass@kaggle.com", "https://kaggle.com/?a=b", "://"} {
		if _, err := api.New(api.Options{URL: bad}); err == nil || strings.Contains(err.Error(), "pass") {
			t.Errorf("%s: %v", bad, err)
		}
	}
	for _, good := range []string{"", "http://localhost:7777/api", "https://example.org"} {
		if _, err := api.New(api.Options{URL: good}); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
}

func TestRetryEndsWithItsContext(t *testing.T) {
	s := kaggletest.New(competition())
	s.Fail(kaggletest.Fault{Times: -1, Do: kaggletest.Status(503, "Down")})
	server := httptest.NewServer(s)
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	client, err := api.New(api.Options{URL: server.URL, Credentials: bearer(t), Patience: api.Patience{Tries: 9, First: time.Hour, Longest: time.Hour},
		Say: func(string, ...any) { cancel() }})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Competition(ctx, "made-up"); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}
