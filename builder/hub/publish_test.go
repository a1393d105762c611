package hub_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"podium/builder/hub"
	"podium/builder/hub/hubtest"
	"podium/schemas"
)

const repository = "someone/podium"

// release writes a release of some samples, with the tasks config where tasks is true.
func release(t testing.TB, version, instruction string, tasks bool) *schemas.Release {
	t.Helper()
	dir := filepath.Join(t.TempDir(), version)
	m := schemas.Manifest{Version: version, Text: schemas.TextNone, Sources: []schemas.Source{}}
	_, err := schemas.CreateRelease(context.Background(), dir, m, func(w *schemas.ReleaseWriter) error {
		for i, split := range []string{"full", "id_train"} {
			var rows []schemas.Sample
			for id := range int64(20) {
				rows = append(rows, schemas.Sample{
					GithubID: 1, ID: int64(i)*100 + id, Path: "./", Arguments: "{}", Instruction: fmt.Sprint("do ", split, id),
					Type: schemas.TypeBash, Judged: schemas.JudgedStatic, Output: "x",
				})
			}
			if split == "full" {
				rows[0].Instruction = instruction
			}
			if err := schemas.AddRows(w, schemas.SamplesTable(), split, rows); err != nil {
				return err
			}
		}
		if !tasks {
			return nil
		}
		return schemas.AddRows(w, schemas.TasksTable(), schemas.SplitTrain, []schemas.Task{{TaskID: "toy-a"}})
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := schemas.OpenRelease(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// contents are the files of a folder.
func contents(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil {
			files[filepath.ToSlash(name)], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func standIn(t testing.TB) *hubtest.Server {
	s := hubtest.New()
	t.Cleanup(s.Close)
	return s
}

func client(t testing.TB, s *hubtest.Server) *hub.Client {
	t.Helper()
	c, err := hub.New(hub.Options{Endpoint: s.URL, Token: hubtest.Token})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func publish(t testing.TB, s *hubtest.Server, p hub.Publication) *hub.Outcome {
	t.Helper()
	p.Repository = repository
	o, err := client(t, s).Publish(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// published checks that a revision has exactly a release's files.
func published(t testing.TB, s *hubtest.Server, revision string, r *schemas.Release) {
	t.Helper()
	got := s.Files(repository, revision)
	delete(got, ".gitattributes")
	if diff := cmp.Diff(contents(t, r.Dir), got); diff != "" {
		t.Errorf("%s: release - published +\n%s", revision, diff)
	}
}

// written are the requests that change something or send content.
func written(requests []string) (w []string) {
	for _, r := range requests {
		if !strings.HasPrefix(r, "GET ") && !strings.Contains(r, "/preupload/") {
			w = append(w, r)
		}
	}
	return w
}

func TestPublish(t *testing.T) {
	for name, set := range map[string]func(*hubtest.Server){
		"basic": func(*hubtest.Server) {}, "multipart": func(s *hubtest.Server) { s.Chunk = 1000 }, "pages": func(s *hubtest.Server) { s.Page = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			s := standIn(t)
			set(s)
			first := release(t, "1.0.0", "one", true)

			// A dry run finds out and writes nothing.
			o := publish(t, s, hub.Publication{Release: first, DryRun: true})
			if w := written(s.Requests()); !o.Created || len(o.Upload) != 5 || len(w) > 0 || s.Files(repository, "main") != nil {
				t.Errorf("dry run: %+v, wrote %q", o, w)
			}

			o = publish(t, s, hub.Publication{Release: first})
			published(t, s, "main", first)
			published(t, s, "v1.0.0", first)
			if s.Commits(repository, "main") != 2 || o.Commit == "" || o.Already {
				t.Errorf("%d commits, %+v", s.Commits(repository, "main"), o)
			}
			s.Requests()

			// The same again is nothing to do; the same version with other bytes is refused.
			if o = publish(t, s, hub.Publication{Release: first}); !o.Already {
				t.Errorf("again: %+v", o)
			}
			_, err := client(t, s).Publish(t.Context(), hub.Publication{Release: release(t, "1.0.0", "two", true), Repository: repository})
			if !errors.Is(err, hub.ErrOther) {
				t.Errorf("other bytes: %v", err)
			}
			if w := written(s.Requests()); len(w) > 0 {
				t.Errorf("it wrote %q", w)
			}

			// The next version sends what changed, and takes away what it does not have.
			next := release(t, "1.1.0", "two", false)
			o = publish(t, s, hub.Publication{Release: next})
			published(t, s, "v1.1.0", next)
			published(t, s, "v1.0.0", first)
			if !slices.Equal(o.Unchanged, []string{"data/id_train-00000-of-00001.parquet"}) || !slices.Equal(o.Deleted, []string{"tasks/train-00000-of-00001.parquet"}) {
				t.Errorf("next version: %+v", o)
			}
		})
	}
}

func TestPullRequest(t *testing.T) {
	s := standIn(t)
	first, next := release(t, "1.0.0", "one", true), release(t, "1.1.0", "two", true)
	publish(t, s, hub.Publication{Release: first})
	o := publish(t, s, hub.Publication{Release: next, CreatePR: true})
	if o.PullRequest == "" || s.Files(repository, "v1.1.0") != nil {
		t.Errorf("%+v", o)
	}
	published(t, s, "main", first)
	published(t, s, "refs/pr/1", next)
}

// Of two publishers that read the same commit one wins, and the other is told.
func TestRace(t *testing.T) {
	s := standIn(t)
	publish(t, s, hub.Publication{Release: release(t, "1.0.0", "one", true)})
	var both sync.WaitGroup
	both.Add(2)
	s.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if strings.Contains(r.URL.Path, "/commit/") {
			both.Done()
			both.Wait() // neither commits before both have planned
		}
		return false
	}
	releases := []*schemas.Release{release(t, "1.1.0", "two", true), release(t, "1.2.0", "three", true)}
	errs := make([]error, 2)
	var group sync.WaitGroup
	for i, r := range releases {
		group.Go(func() {
			_, errs[i] = client(t, s).Publish(t.Context(), hub.Publication{Release: r, Repository: repository})
		})
	}
	group.Wait()
	s.Before = nil
	won := 0
	if errs[0] != nil {
		won = 1
	}
	if errs[won] != nil || !errors.Is(errs[1-won], hub.ErrMoved) {
		t.Fatalf("errors %v", errs)
	}
	published(t, s, "main", releases[won])
	if s.Commits(repository, "main") != 3 {
		t.Errorf("%d commits", s.Commits(repository, "main"))
	}
}

// What was uploaded before a publisher was killed is not uploaded again.
func TestResume(t *testing.T) {
	s := standIn(t)
	r := release(t, "1.0.0", "one", true)
	ctx, kill := context.WithCancel(t.Context())
	var puts atomic.Int32
	s.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPut && puts.Add(1) == 2 {
			kill()
			return true
		}
		return false
	}
	if _, err := client(t, s).Publish(ctx, hub.Publication{Release: r, Repository: repository}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if files := s.Files(repository, "main"); len(files) != 1 {
		t.Errorf("half of a release is visible: %d files", len(files))
	}
	s.Before = nil
	s.Requests()
	publish(t, s, hub.Publication{Release: r})
	published(t, s, "v1.0.0", r)
	again := 0
	for _, request := range s.Requests() {
		if strings.HasPrefix(request, "PUT ") {
			again++
		}
	}
	if again == 0 || again >= 3 {
		t.Errorf("%d of 3 objects were sent again", again)
	}
}

func TestTroubles(t *testing.T) {
	cut := func(w http.ResponseWriter) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			c.Close()
		}
	}
	for name, trouble := range map[string]func(w http.ResponseWriter, n int32){
		"429": func(w http.ResponseWriter, _ int32) {
			w.Header().Set("RateLimit", `"api";r=0;t=0`)
			w.WriteHeader(http.StatusTooManyRequests)
		},
		"503": func(w http.ResponseWriter, _ int32) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
		},
		"cut": func(w http.ResponseWriter, _ int32) { cut(w) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := standIn(t)
			var n atomic.Int32
			s.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasPrefix(r.Method+r.URL.Path, "PUT/storage/") && n.Add(1)%4 != 0 || r.Method == "GET" {
					return false
				}
				if n.Load() > 8 {
					return false
				}
				trouble(w, n.Load())
				n.Add(1)
				return true
			}
			r := release(t, "1.0.0", "one", true)
			publish(t, s, hub.Publication{Release: r})
			published(t, s, "v1.0.0", r)
		})
	}
	t.Run("a lost answer to the commit", func(t *testing.T) {
		t.Parallel()
		s := standIn(t)
		inner := s.Config.Handler
		lost := false
		s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/commit/") && !lost {
				lost = true
				inner.ServeHTTP(httptest.NewRecorder(), r)
				cut(w)
				return
			}
			inner.ServeHTTP(w, r)
		})
		r := release(t, "1.0.0", "one", true)
		publish(t, s, hub.Publication{Release: r})
		published(t, s, "v1.0.0", r)
		if n := s.Commits(repository, "main"); n != 2 {
			t.Errorf("%d commits, want the first and one", n)
		}
	})
	t.Run("a limit that is far off", func(t *testing.T) {
		t.Parallel()
		s := standIn(t)
		s.Before = func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("RateLimit", `"api";r=0;t=86400`)
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		}
		start := time.Now()
		_, err := client(t, s).Publish(t.Context(), hub.Publication{Release: release(t, "1.0.0", "one", true), Repository: repository})
		if err == nil || !strings.Contains(err.Error(), "429") || time.Since(start) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

// The token is in no error, whatever the Hub says.
func TestTokenIsNotTold(t *testing.T) {
	s := standIn(t)
	s.Before = func(w http.ResponseWriter, _ *http.Request) bool {
		w.WriteHeader(http.StatusForbidden)
		fmt.Fprintf(w, `{"error":"no \u001b[31m rights for %s"}`, hubtest.Token)
		return true
	}
	_, err := client(t, s).Publish(t.Context(), hub.Publication{Release: release(t, "1.0.0", "one", true), Repository: repository})
	if err == nil || strings.Contains(err.Error(), hubtest.Token) || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"podium", "a/b/c", "../x", "a/..", "a b/c", "a/b--c"} {
		if hub.CheckName(name) == nil {
			t.Errorf("%q passes for a repository", name)
		}
	}
}
