package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"podium/internal/store"
)

const token = "ghp_notARealToken"

// standIn answers as GitHub does for the fixture: its API on one server, its
// archives on another.
type standIn struct {
	*fixture
	api, archives *httptest.Server
	requests      []string
	// answer is asked first; true: it has answered.
	answer  func(w http.ResponseWriter, r *http.Request) bool
	answers string // GitHubOptions.Answers
	// archive may change the archive's bytes.
	archive func([]byte) []byte
}

func newStandIn(t *testing.T) *standIn {
	s := &standIn{fixture: newFixture(t), archive: func(b []byte) []byte { return b }}
	s.answer = func(http.ResponseWriter, *http.Request) bool { return false }
	mux := http.NewServeMux()
	const base = "/api/v3/repos/podium/fixture"
	mux.HandleFunc("GET "+base+"/git/commits/{sha}", s.commit)
	mux.HandleFunc("GET "+base+"/git/trees/{sha}", s.tree)
	mux.HandleFunc("GET "+base+"/git/blobs/{sha}", s.blob)
	mux.HandleFunc("GET "+base+"/tarball/{sha}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.archives.URL+"/podium/fixture/legacy.tar.gz/"+r.PathValue("sha")+"?token=secret", http.StatusFound)
	})
	mux.HandleFunc("GET "+base, func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, `{"name":"fixture","full_name":"podium/renamed","stargazers_count":7,"license":{"spdx_id":"MIT"},"default_branch":"main","pushed_at":"2026-01-02T03:04:05Z","archived":true}`)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"message":"Not Found"}`)
	})
	s.api = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.requests = append(s.requests, strings.TrimPrefix(r.URL.Path, "/api/v3"))
		if got := r.Header.Get("Authorization"); got != "Bearer "+token {
			t.Errorf("%s: Authorization %q", r.URL.Path, got)
		}
		if !s.answer(w, r) {
			mux.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.api.Close)
	s.archives = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "" {
			t.Errorf("the token went to another host: %q", got)
		}
		w.Write(s.archive(s.tarball()))
	}))
	t.Cleanup(s.archives.Close)
	return s
}

func (s *standIn) commit(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("sha") != s.repo.Commit {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"message":"Not Found"}`)
		return
	}
	fmt.Fprintf(w, `{"sha":%q,"tree":{"sha":%q}}`, s.repo.Commit, s.git("rev-parse", "HEAD^{tree}"))
}

func (s *standIn) tree(w http.ResponseWriter, r *http.Request) {
	var entries []string
	for _, line := range strings.Split(strings.TrimSuffix(s.git("ls-tree", "-r", "-t", "-l", "-z", r.PathValue("sha")), "\x00"), "\x00") {
		meta, name, _ := strings.Cut(line, "\t")
		f := strings.Fields(meta)
		size := ""
		if f[3] != "-" {
			size = `,"size":` + f[3]
		}
		entries = append(entries, fmt.Sprintf(`{"path":%q,"mode":%q,"type":%q,"sha":%q%s}`, name, f[0], f[1], f[2], size))
	}
	fmt.Fprintf(w, `{"sha":%q,"tree":[%s],"truncated":false}`, r.PathValue("sha"), strings.Join(entries, ","))
}

func (s *standIn) blob(w http.ResponseWriter, r *http.Request) {
	fmt.Fprint(w, s.git("cat-file", "blob", r.PathValue("sha"))+"\n") // git() cut the last newline
}

func (s *standIn) tarball() []byte {
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	_, _ = zw.Write([]byte(s.git("archive", "--format=tar", "--prefix=podium-fixture-"+s.repo.Commit[:7]+"/", "HEAD")))
	_ = zw.Close()
	return b.Bytes()
}

// source is a GitHub that never really sleeps; slept gathers how long it would.
func (s *standIn) source(t *testing.T) (g *GitHub, slept *[]time.Duration, said *strings.Builder) {
	t.Helper()
	said, slept = &strings.Builder{}, &[]time.Duration{}
	g, err := NewGitHub(GitHubOptions{
		URL: s.api.URL, Token: token, Answers: s.answers,
		Say: func(format string, a ...any) { fmt.Fprintf(said, format+"\n", a...) },
	})
	if err != nil {
		t.Fatal(err)
	}
	p := g.plain.Transport.(*patient)
	p.now = func() time.Time { return time.Unix(1_800_000_000, 0) }
	p.sleep = func(_ context.Context, d time.Duration) error {
		*slept = append(*slept, d)
		return nil
	}
	return g, slept, said
}

func TestGitHubFillsTheStoreAsAMirrorDoes(t *testing.T) {
	s := newStandIn(t)
	fromGitHub, fromMirror := newStore(t), newStore(t)
	g, _, _ := s.source(t)
	if _, err := Repository(context.Background(), fromGitHub, g, s.repo); err != nil {
		t.Fatal(err)
	}
	if _, err := Repository(context.Background(), fromMirror, Mirror{s.template()}, s.repo); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contents(t, fromMirror), contents(t, fromGitHub)); diff != "" {
		t.Error("the stores differ:\n", diff)
	}
	// Two files that the archive alters or leaves out are fetched one by one.
	if len(s.requests) != 5 {
		t.Errorf("%d requests, want 5: %q", len(s.requests), s.requests)
	}
	s.requests = nil
	if _, err := Repository(context.Background(), fromGitHub, g, s.repo); err != nil {
		t.Fatal(err)
	}
	if len(s.requests) != 0 {
		t.Errorf("what is there was asked for again: %q", s.requests)
	}
}

func TestMetadataIsOneRequest(t *testing.T) {
	s := newStandIn(t)
	g, _, _ := s.source(t)
	got, err := g.Metadata(context.Background(), s.repo)
	if err != nil {
		t.Fatal(err)
	}
	want := Metadata{
		Repository: s.repo.Name, Name: "podium/renamed", Stars: 7, Licence: "MIT", Branch: "main",
		Pushed: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Archived: true,
	}
	if got != want || len(s.requests) != 1 {
		t.Errorf("%d requests, %+v; want one, %+v", len(s.requests), got, want)
	}
	gone := s.repo
	gone.Repo = "gone"
	if _, err := g.Metadata(context.Background(), gone); err == nil || !strings.Contains(err.Error(), "podium/gone") {
		t.Errorf("a repository that is not there: %v", err)
	}
}

// What was asked before a run was cut short is not paid for again: GitHub answers
// 304, which counts against no limit, and errors are not kept.
func TestGitHubAnswersAreKept(t *testing.T) {
	s := newStandIn(t)
	s.answers = t.TempDir()
	paid := 0
	broken := true
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		etag := fmt.Sprintf("%q", r.URL.Path)
		w.Header().Set("ETag", etag)
		switch {
		case r.Header.Get("If-None-Match") == etag:
			w.WriteHeader(http.StatusNotModified)
			return true
		case broken && strings.Contains(r.URL.Path, "/tarball/"):
			w.WriteHeader(http.StatusForbidden)
			return true
		}
		paid++
		return false
	}
	st := newStore(t)
	g, _, _ := s.source(t)
	if _, err := Repository(context.Background(), st, g, s.repo); err == nil || paid != 2 {
		t.Fatalf("error %v after %d requests", err, paid)
	}
	broken, paid = false, 0
	g, _, _ = s.source(t)
	if _, err := Repository(context.Background(), st, g, s.repo); err != nil {
		t.Fatal(err)
	}
	if paid != 3 { // the archive and the two files that it alters
		t.Errorf("%d requests were paid for, want 3", paid)
	}
	err := filepath.Walk(s.answers, func(p string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if bytes.Contains(b, []byte(token)) {
			t.Error("a kept answer has the token")
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestGitHubErrors(t *testing.T) {
	s := newStandIn(t)
	g, _, _ := s.source(t)
	other := s.repo
	other.Commit = strings.Repeat("0", 40)
	if _, err := Repository(context.Background(), newStore(t), g, other); !errors.Is(err, ErrNoCommit) {
		t.Errorf("unknown commit: %v", err)
	}
	elsewhere := s.repo
	elsewhere.Repo = "nothing"
	if _, err := Repository(context.Background(), newStore(t), g, elsewhere); !errors.Is(err, ErrNoRepository) {
		t.Errorf("unknown repository: %v", err)
	}
}

func TestGitHubRedirects(t *testing.T) {
	s := newStandIn(t)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("another host was asked, with Authorization %q", r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	for to, ok := range map[string]bool{s.api.URL: true, elsewhere.URL: false} {
		moved := false
		s.answer = func(w http.ResponseWriter, r *http.Request) bool {
			if moved || !strings.Contains(r.URL.Path, "/git/commits/") {
				return false
			}
			moved = true
			http.Redirect(w, r, to+r.URL.Path, http.StatusMovedPermanently)
			return true
		}
		g, _, _ := s.source(t)
		if _, err := Repository(context.Background(), newStore(t), g, s.repo); (err == nil) != ok {
			t.Errorf("redirected to %s: %v", to, err)
		}
	}
}

func TestGitHubTreeThatDoesNotMatch(t *testing.T) {
	s := newStandIn(t)
	s.answer = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.Contains(r.URL.Path, "/git/trees/") {
			return false
		}
		fmt.Fprintf(w, `{"tree":[{"path":"README.md","mode":"100755","type":"blob","sha":%q,"size":10}]}`, s.git("rev-parse", "HEAD:README.md"))
		return true
	}
	g, _, _ := s.source(t)
	st := newStore(t)
	_, err := Repository(context.Background(), st, g, s.repo)
	if err == nil || !strings.Contains(err.Error(), "add up to tree") {
		t.Errorf("error %v", err)
	}
	if _, err := st.Commit(s.repo.Commit); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a commit was recorded: %v", err)
	}
}

func TestGitHubDamagedArchive(t *testing.T) {
	s := newStandIn(t)
	whole := s.tarball()
	for want, change := range map[string]func([]byte) []byte{
		"it is cut short":        func(b []byte) []byte { return b[:len(b)/2] },
		"gzip: invalid header":   func([]byte) []byte { return []byte("<html></html>") },
		"gzip: invalid checksum": func(b []byte) []byte { return append(b[:len(b)-8:len(b)-8], "12345678"...) },
	} {
		s.archive = func([]byte) []byte { return change(bytes.Clone(whole)) }
		g, _, _ := s.source(t)
		st := newStore(t)
		_, err := Repository(context.Background(), st, g, s.repo)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %v", want, err)
		}
		if _, err := st.Commit(s.repo.Commit); !errors.Is(err, store.ErrMissing) {
			t.Errorf("%s: a commit was recorded: %v", want, err)
		}
		s.archive = func(b []byte) []byte { return b }
		if _, err := Repository(context.Background(), st, g, s.repo); err != nil {
			t.Errorf("%s: a second try: %v", want, err)
		}
	}
}
