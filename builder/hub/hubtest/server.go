package hubtest

import (
	"crypto/sha1" // git's blob ids
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// Token is the one that may write.
const Token = "hf_notARealToken"

// Server is the stand-in. Set its fields before the first request.
type Server struct {
	*httptest.Server
	// Chunk is the size from which an upload goes in parts, and that of a part, in
	// bytes; 0: no upload does.
	Chunk int64
	// Anew makes it ask for objects that it has.
	Anew bool
	// Page is how many files a list has at a time; 0: all.
	Page int
	// Before is asked first, with the lock not held; true: it has answered.
	Before func(w http.ResponseWriter, r *http.Request) bool

	mu       sync.Mutex
	repos    map[string]*repo
	objects  map[string][]byte         // LFS objects by SHA-256
	parts    map[string]map[int][]byte // of uploads under way
	requests []string
}

type repo struct {
	private bool
	refs    map[string]string // branches and tags to commits
	commits map[string]*commit
	pulls   int
}

type commit struct {
	parent  string
	summary string
	files   map[string]file
}

type file struct {
	content []byte // of an LFS file: empty
	lfs     string // SHA-256, empty for a regular file
	size    int64
}

// New starts a stand-in; Close ends it.
func New() *Server {
	s := &Server{repos: map[string]*repo{}, objects: map[string][]byte{}, parts: map[string]map[int][]byte{}}
	mux := http.NewServeMux()
	s.routes(mux)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.requests = append(s.requests, r.Method+" "+r.URL.Path)
		s.mu.Unlock()
		if s.Before != nil && s.Before(w, r) {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	return s
}

func (s *Server) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /api/repos/create", s.authorised(s.create))
	mux.HandleFunc("POST /api/validate-yaml", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{"errors": []string{}, "warnings": []string{}})
	})
	mux.HandleFunc("GET /api/whoami-v2", s.authorised(func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{"type": "user", "name": "podium", "auth": map[string]any{"accessToken": map[string]any{"role": "write"}}})
	}))
	const api = "/api/datasets/{owner}/{name}"
	mux.HandleFunc("GET "+api, s.info)
	mux.HandleFunc("GET "+api+"/revision/{rev}", s.info)
	mux.HandleFunc("GET "+api+"/tree/{rev}/{path...}", s.tree)
	mux.HandleFunc("GET "+api+"/tree/{rev}", s.tree)
	mux.HandleFunc("GET "+api+"/refs", s.listRefs)
	mux.HandleFunc("POST "+api+"/paths-info/{rev}", s.pathsInfo)
	mux.HandleFunc("POST "+api+"/preupload/{rev}", s.authorised(s.preupload))
	mux.HandleFunc("POST "+api+"/commit/{rev}", s.authorised(s.commit))
	mux.HandleFunc("POST "+api+"/tag/{rev}", s.authorised(s.tag))
	mux.HandleFunc("POST /datasets/{owner}/{name}/info/lfs/objects/batch", s.authorised(s.batch)) // NAME.git
	mux.HandleFunc("PUT /storage/{oid}", s.stored)
	mux.HandleFunc("PUT /storage/{oid}/{part}", s.stored)
	mux.HandleFunc("POST /storage/{oid}/complete", s.complete)
	mux.HandleFunc("POST /api/verify", s.authorised(s.verify))
	mux.HandleFunc("GET /datasets/{owner}/{name}/resolve/{rev}/{path...}", s.resolve) // HEAD too
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotFound, "", "Not Found") })
}

// Requests returns what was asked for so far and forgets it.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := s.requests
	s.requests = nil
	return requests
}

// Files returns the files of a repository at a branch, tag or commit, LFS objects
// resolved; nil where there is none.
func (s *Server) Files(name, revision string) map[string][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.repos[name]
	if r == nil {
		return nil
	}
	_, c := r.at(revision)
	if c == nil {
		return nil
	}
	files := map[string][]byte{}
	for path, f := range c.files {
		files[path] = s.bytes(f)
	}
	return files
}

// Commits is how many commits lead to a branch.
func (s *Server) Commits(name, revision string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, n := s.repos[name], 0
	for id, c := r.at(revision); c != nil; id, c = c.parent, r.commits[c.parent] {
		_ = id
		n++
	}
	return n
}

func (r *repo) at(revision string) (string, *commit) {
	if id, ok := r.refs[revision]; ok {
		revision = id
	}
	return revision, r.commits[revision]
}

// add makes a commit on a branch.
func (r *repo) add(branch, summary string, files map[string]file) string {
	parent := r.refs[branch]
	sum := sha1.New()
	fmt.Fprintf(sum, "%s\n%s\n%d\n", parent, summary, len(r.commits))
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %s\n", path, files[path].oid())
	}
	id := hex.EncodeToString(sum.Sum(nil))
	r.commits[id] = &commit{parent, summary, files}
	r.refs[branch] = id
	return id
}

func (s *Server) bytes(f file) []byte {
	if f.lfs != "" {
		return s.objects[f.lfs]
	}
	return f.content
}

// oid is the git blob id: of an LFS file, its pointer's.
func (f file) oid() string {
	content := f.content
	if f.lfs != "" {
		content = fmt.Appendf(nil, "version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n", f.lfs, f.size)
	}
	h := sha1.New() // git's blob ids
	fmt.Fprintf(h, "blob %d\x00", len(content))
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

func sha(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// name is OWNER/NAME of a request.
func name(r *http.Request) string {
	return r.PathValue("owner") + "/" + strings.TrimSuffix(r.PathValue("name"), ".git")
}

func (s *Server) authorised(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+Token {
			refuse(w, http.StatusUnauthorized, "", "Invalid username or password.")
			return
		}
		next(w, r)
	}
}

// repo returns a request's repository, or answers that there is none.
func (s *Server) repo(w http.ResponseWriter, r *http.Request) *repo {
	repo := s.repos[name(r)]
	if repo == nil || repo.private && r.Header.Get("Authorization") != "Bearer "+Token {
		refuse(w, http.StatusNotFound, "RepoNotFound", "Repository not found")
		return nil
	}
	return repo
}

func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // a client that is gone needs no answer
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	if code != "" {
		w.Header().Set("X-Error-Code", code)
	}
	w.Header().Set("X-Error-Message", message)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": message})
}
