package hubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// revision returns the commit that a request is about, or answers that there is none.
func (s *Server) revision(w http.ResponseWriter, r *http.Request) (string, *commit) {
	repo := s.repo(w, r)
	if repo == nil {
		return "", nil
	}
	rev := r.PathValue("rev")
	if rev == "" {
		rev = "main"
	}
	id, c := repo.at(rev)
	if c == nil {
		refuse(w, http.StatusNotFound, "RevisionNotFound", "Invalid rev id: "+rev)
	}
	return id, c
}

func (s *Server) info(w http.ResponseWriter, r *http.Request) {
	id, c := s.revision(w, r)
	if c == nil {
		return
	}
	siblings := []map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(c.files)) {
		siblings = append(siblings, map[string]string{"rfilename": path})
	}
	answer(w, map[string]any{
		"_id": "1", "id": name(r), "author": r.PathValue("owner"), "sha": id, "private": s.repos[name(r)].private, "gated": false, "disabled": false,
		"tags": []string{}, "downloads": 0, "likes": 0, "siblings": siblings, "lastModified": "2026-12-01T00:00:00.000Z", "createdAt": "2026-12-01T00:00:00.000Z",
	})
}

func (s *Server) entry(path string, f file) map[string]any {
	e := map[string]any{"type": "file", "path": path, "size": f.size, "oid": f.oid()}
	if f.lfs != "" {
		e["lfs"] = map[string]any{"oid": f.lfs, "size": f.size, "pointerSize": 130}
	}
	return e
}

func (s *Server) tree(w http.ResponseWriter, r *http.Request) {
	_, c := s.revision(w, r)
	if c == nil {
		return
	}
	under := r.PathValue("path")
	recursive := r.URL.Query().Get("recursive")
	list := []map[string]any{}
	folders := map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(c.files)) {
		rest, ok := strings.CutPrefix(path, under)
		if under != "" {
			rest, ok = strings.CutPrefix(path, under+"/")
		}
		if !ok {
			continue
		}
		if folder, _, deep := strings.Cut(rest, "/"); deep {
			if full := strings.TrimPrefix(under+"/"+folder, "/"); !folders[full] {
				folders[full] = true
				list = append(list, map[string]any{"type": "directory", "path": full, "size": 0, "oid": strings.Repeat("0", 40)})
			}
			if recursive != "true" && recursive != "True" && recursive != "1" {
				continue
			}
		}
		list = append(list, s.entry(path, c.files[path]))
	}
	if len(list) == 0 && under != "" {
		refuse(w, http.StatusNotFound, "EntryNotFound", under+" does not exist")
		return
	}
	from, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	if s.Page > 0 && from+s.Page < len(list) {
		q := r.URL.Query()
		q.Set("cursor", strconv.Itoa(from+s.Page))
		w.Header().Set("Link", fmt.Sprintf("<%s%s?%s>; rel=\"next\"", s.URL, r.URL.Path, q.Encode()))
		list = list[:from+s.Page]
	}
	answer(w, list[min(from, len(list)):])
}

func (s *Server) pathsInfo(w http.ResponseWriter, r *http.Request) {
	_, c := s.revision(w, r)
	if c == nil {
		return
	}
	var asked struct{ Paths []string }
	if r.Header.Get("Content-Type") == "application/json" {
		_ = json.NewDecoder(r.Body).Decode(&asked) // what is no JSON asks for nothing
	} else if r.ParseForm() == nil {
		asked.Paths = r.PostForm["paths"]
	}
	list := []map[string]any{}
	for _, path := range asked.Paths {
		if f, ok := c.files[path]; ok {
			list = append(list, s.entry(path, f))
		}
	}
	answer(w, list)
}

func (s *Server) listRefs(w http.ResponseWriter, r *http.Request) {
	repo := s.repo(w, r)
	if repo == nil {
		return
	}
	branches, tags := []map[string]string{}, []map[string]string{}
	for _, ref := range slices.Sorted(maps.Keys(repo.refs)) {
		if tag, ok := strings.CutPrefix(ref, "refs/tags/"); ok {
			tags = append(tags, map[string]string{"name": tag, "ref": ref, "targetCommit": repo.refs[ref]})
		} else if !strings.Contains(ref, "/") && repo.refs["refs/tags/"+ref] == "" {
			branches = append(branches, map[string]string{"name": ref, "ref": "refs/heads/" + ref, "targetCommit": repo.refs[ref]})
		}
	}
	answer(w, map[string]any{"branches": branches, "converts": []string{}, "tags": tags})
}

func (s *Server) resolve(w http.ResponseWriter, r *http.Request) {
	id, c := s.revision(w, r)
	if c == nil {
		return
	}
	w.Header().Set("X-Repo-Commit", id)
	f, ok := c.files[r.PathValue("path")]
	if !ok {
		refuse(w, http.StatusNotFound, "EntryNotFound", "Entry not found")
		return
	}
	w.Header().Set("ETag", `"`+f.oid()+`"`)
	if f.lfs != "" {
		w.Header().Set("X-Linked-Etag", `"`+f.lfs+`"`)
		w.Header().Set("X-Linked-Size", strconv.FormatInt(f.size, 10))
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.bytes(f)))
}
