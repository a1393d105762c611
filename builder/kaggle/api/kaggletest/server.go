package kaggletest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Token is the one that the server accepts, as are User and Key together.
const (
	Token = "KGAT_0123456789abcdef"
	User  = "somebody"
	Key   = "fedcba9876543210"
)

// Competition is one that the server has.
type Competition struct {
	Name, Title, Category, Metric string
	Deadline                      string
	Code                          bool
	Tags                          []string
	Private, Public               []string // printed scores, best first; Private is nil where it is not released
	Files                         map[string][]byte
	Rules                         bool // have to be accepted first
}

// Server answers as Kaggle does.
type Server struct {
	// PageSize is the most items of a page, whatever is asked for.
	PageSize int

	mu           sync.Mutex
	competitions map[string]*Competition
	faults       []*Fault
	requests     []string
}

// New returns a server with these competitions.
func New(competitions ...*Competition) *Server {
	s := &Server{PageSize: 50, competitions: map[string]*Competition{}}
	for _, c := range competitions {
		s.competitions[c.Name] = c
	}
	return s
}

// Requests returns the operations that were asked for so far, failed ones too,
// each with its competition.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

type request struct {
	CompetitionName string
	FileName        string
	OverridePublic  bool
	PageSize        int
	PageToken       string
	Token           string // of IntrospectToken
}

// ServeHTTP answers an operation, or does the fault that is due.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	service, operation, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/api"), "/v1/"), "/")
	var q request
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil || r.Method != http.MethodPost {
		refuse(w, http.StatusBadRequest, "Not a JSON object.")
		return
	}
	s.mu.Lock()
	s.requests = append(s.requests, strings.TrimSpace(operation+" "+q.CompetitionName))
	fault := s.due(operation)
	s.mu.Unlock()
	answer := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.answer(w, r, service, operation, q) })
	if fault != nil {
		fault.Do(w, r, answer)
		return
	}
	answer(w, r)
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, service, operation string, q request) {
	if operation == "IntrospectToken" { // Kaggle's client asks before anything else
		reply(w, map[string]any{"active": q.Token == Token, "username": User})
		return
	}
	user, key, _ := r.BasicAuth()
	if r.Header.Get("Authorization") != "Bearer "+Token && (user != User || key != Key) {
		refuse(w, http.StatusUnauthorized, "Invalid credentials")
		return
	}
	c := s.competitions[q.CompetitionName]
	switch {
	case service != "competitions.CompetitionApiService":
		refuse(w, http.StatusNotFound, "Not found")
	case c == nil:
		refuse(w, http.StatusForbidden, "Permission 'competitions.get' was denied")
	case c.Rules && (operation == "ListDataFiles" || strings.HasPrefix(operation, "DownloadData")):
		refuse(w, http.StatusForbidden, "You must accept this competition's rules before you'll be able to download files.")
	default:
		s.operation(w, r, operation, q, c)
	}
}

func (s *Server) operation(w http.ResponseWriter, r *http.Request, operation string, q request, c *Competition) {
	switch operation {
	case "GetCompetition":
		reply(w, c.facts())
	case "GetLeaderboard":
		scores := c.Private
		if scores == nil || q.OverridePublic {
			scores = c.Public
		}
		rows := []map[string]any{}
		for i, score := range scores {
			rows = append(rows, map[string]any{"teamId": 1000 + i, "teamName": "Team «" + strconv.Itoa(i) + "»", "submissionDate": "2020-01-02T03:04:05.6700000Z", "score": score})
		}
		s.page(w, q, "submissions", rows)
	case "ListDataFiles":
		rows := []map[string]any{}
		for name, content := range c.sortedFiles() {
			rows = append(rows, map[string]any{"ref": name, "name": name, "totalBytes": len(content), "creationDate": "2020-01-02T03:04:05Z"})
		}
		s.page(w, q, "files", rows)
	case "DownloadLeaderboard":
		serve(w, r, "application/zip", c.download())
	case "DownloadDataFile":
		content, ok := c.Files[q.FileName]
		if !ok {
			refuse(w, http.StatusNotFound, "Data file "+q.FileName+" not found")
			return
		}
		serve(w, r, "application/octet-stream", content)
	default:
		refuse(w, http.StatusNotFound, "Not found")
	}
}

// page replies with one page of rows. A token is where the next one begins.
func (s *Server) page(w http.ResponseWriter, q request, name string, rows []map[string]any) {
	size := s.PageSize
	if q.PageSize > 0 {
		size = min(size, q.PageSize)
	}
	from := 0
	if q.PageToken != "" {
		var err error
		if from, err = strconv.Atoi(strings.TrimPrefix(q.PageToken, "Cg")); err != nil || from > len(rows) {
			refuse(w, http.StatusBadRequest, "Invalid page token")
			return
		}
	}
	to, next := min(from+size, len(rows)), ""
	if to < len(rows) {
		next = fmt.Sprintf("Cg%d", to)
	}
	reply(w, map[string]any{name: rows[from:to], "nextPageToken": next})
}

// serve sends content, whole or the part that is asked for.
func serve(w http.ResponseWriter, r *http.Request, kind string, content []byte) {
	tag := fmt.Sprintf("%q", fmt.Sprintf("%d-%x", len(content), content[:min(len(content), 8)]))
	w.Header().Set("ETag", tag)
	w.Header().Set("Content-Type", kind)
	if v := r.Header.Get("If-Range"); v != "" && v != tag {
		r.Header.Del("Range") // net/http does this for GET alone
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(v) // a client that is gone gets nothing
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"code": status, "message": message})
}

// download is Kaggle's zip of a leaderboard: the public one, with names.
func (c *Competition) download() []byte {
	var csv bytes.Buffer
	csv.WriteString("Rank,TeamId,TeamName,LastSubmissionDate,Score,SubmissionCount,TeamMemberUserNames\n")
	for i, score := range c.Public {
		fmt.Fprintf(&csv, "%d,%d,\"Team, \"\"%d\"\"\",2020-01-02 03:04:05,%s,3,user%d\n", i+1, 1000+i, i, score, i)
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, _ := z.Create(c.Name + "-publicleaderboard-2020-02-03T04:05:06.csv") // to memory: cannot fail
	_, _ = f.Write(csv.Bytes())
	_ = z.Close()
	return b.Bytes()
}
