package hubtest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
)

// attributes is what a new repository has.
const attributes = "*.parquet filter=lfs diff=lfs merge=lfs -text\n"

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Name         string `json:"name"`
		Organization string `json:"organization"`
		Private      bool   `json:"private"`
	}
	if json.NewDecoder(r.Body).Decode(&asked) != nil || asked.Organization == "" || asked.Name == "" {
		refuse(w, http.StatusBadRequest, "", "name and organization are needed")
		return
	}
	full := asked.Organization + "/" + asked.Name
	if s.repos[full] != nil {
		refuse(w, http.StatusConflict, "", "You already created this dataset repo")
		return
	}
	repo := &repo{private: asked.Private, refs: map[string]string{}, commits: map[string]*commit{}}
	repo.add("main", "initial commit", map[string]file{".gitattributes": {content: []byte(attributes), size: int64(len(attributes))}})
	s.repos[full] = repo
	answer(w, map[string]any{"url": s.URL + "/datasets/" + full, "name": full, "id": full})
}

func (s *Server) preupload(w http.ResponseWriter, r *http.Request) {
	if s.repo(w, r) == nil {
		return
	}
	var asked struct {
		Files []struct {
			Path string `json:"path"`
			Size int64  `json:"size"`
		} `json:"files"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		refuse(w, http.StatusBadRequest, "", err.Error())
		return
	}
	list := []map[string]any{}
	for _, f := range asked.Files {
		mode := "regular"
		if strings.HasSuffix(f.Path, ".parquet") || f.Size > 10<<20 {
			mode = "lfs"
		}
		list = append(list, map[string]any{"path": f.Path, "uploadMode": mode, "shouldIgnore": false, "oid": nil})
	}
	answer(w, map[string]any{"files": list})
}

func (s *Server) batch(w http.ResponseWriter, r *http.Request) {
	if s.repo(w, r) == nil {
		return
	}
	var asked struct {
		Transfers []string `json:"transfers"`
		Objects   []struct {
			OID  string `json:"oid"`
			Size int64  `json:"size"`
		} `json:"objects"`
	}
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		refuse(w, http.StatusBadRequest, "", err.Error())
		return
	}
	transfer := "basic"
	list := []map[string]any{}
	for _, o := range asked.Objects {
		e := map[string]any{"oid": o.OID, "size": o.Size, "authenticated": true}
		if _, there := s.objects[o.OID]; !there || s.Anew {
			upload := map[string]any{"href": s.URL + "/storage/" + o.OID + "?signature=secret"}
			if s.Chunk > 0 && o.Size > s.Chunk {
				transfer = "multipart"
				header := map[string]string{"chunk_size": strconv.FormatInt(s.Chunk, 10)}
				for i := int64(0); i*s.Chunk < o.Size; i++ {
					header[fmt.Sprintf("%05d", i+1)] = fmt.Sprintf("%s/storage/%s/%d?signature=secret", s.URL, o.OID, i+1)
				}
				upload = map[string]any{"href": s.URL + "/storage/" + o.OID + "/complete?signature=secret", "header": header}
			}
			e["actions"] = map[string]any{"upload": upload, "verify": map[string]any{"href": s.URL + "/api/verify"}}
		}
		list = append(list, e)
	}
	w.Header().Set("Content-Type", "application/vnd.git-lfs+json")
	answer(w, map[string]any{"transfer": transfer, "objects": list})
}

// stored takes an object, or a part of one.
func (s *Server) stored(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("signature") != "secret" {
		refuse(w, http.StatusForbidden, "", "no signature")
		return
	}
	b, err := io.ReadAll(r.Body)
	if err != nil || r.ContentLength != int64(len(b)) {
		refuse(w, http.StatusBadRequest, "", "a body of another length")
		return
	}
	oid := r.PathValue("oid")
	part, isPart := strconv.Atoi(r.PathValue("part"))
	switch {
	case isPart == nil:
		if s.parts[oid] == nil {
			s.parts[oid] = map[int][]byte{}
		}
		s.parts[oid][part] = b
	case sha(b) != oid:
		refuse(w, http.StatusBadRequest, "", "the content has another digest")
		return
	default:
		s.objects[oid] = b
	}
	w.Header().Set("ETag", `"`+sha(b)[:32]+`"`)
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		Parts []struct {
			Number int    `json:"partNumber"`
			ETag   string `json:"etag"`
		} `json:"parts"`
	}
	oid := r.PathValue("oid")
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		refuse(w, http.StatusBadRequest, "", err.Error())
		return
	}
	var whole []byte
	for i, p := range asked.Parts {
		b, ok := s.parts[oid][p.Number]
		if !ok || p.Number != i+1 || strings.Trim(p.ETag, `"`) != sha(b)[:32] {
			refuse(w, http.StatusBadRequest, "", fmt.Sprintf("part %d is not as it was sent", p.Number))
			return
		}
		whole = append(whole, b...)
	}
	if sha(whole) != oid {
		refuse(w, http.StatusBadRequest, "", "the parts make another digest")
		return
	}
	delete(s.parts, oid)
	s.objects[oid] = whole
	answer(w, map[string]any{})
}

func (s *Server) verify(w http.ResponseWriter, r *http.Request) {
	var o struct {
		OID  string `json:"oid"`
		Size int64  `json:"size"`
	}
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || int64(len(s.objects[o.OID])) != o.Size {
		refuse(w, http.StatusNotFound, "", "no such object")
		return
	}
	answer(w, map[string]any{})
}

// commit applies NDJSON: a header, then one line a file. Nothing is changed where a
// line cannot be followed, or the parent is another commit.
func (s *Server) commit(w http.ResponseWriter, r *http.Request) {
	repo := s.repo(w, r)
	if repo == nil {
		return
	}
	branch := r.PathValue("rev")
	head, c := repo.at(branch)
	if c == nil {
		refuse(w, http.StatusNotFound, "RevisionNotFound", "no such branch")
		return
	}
	files := maps.Clone(c.files)
	summary, err := s.apply(r.Body, head, files)
	switch {
	case errors.Is(err, errParent):
		refuse(w, http.StatusPreconditionFailed, "", "A commit has happened since. Please refresh and try again.")
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "", err.Error())
		return
	}
	pull := ""
	if r.URL.Query().Get("create_pr") == "1" {
		repo.pulls++
		pull = fmt.Sprintf("%s/datasets/%s/discussions/%d", s.URL, name(r), repo.pulls)
		branch = fmt.Sprintf("refs/pr/%d", repo.pulls)
		repo.refs[branch] = head
	}
	id := repo.add(branch, summary, files)
	body := map[string]any{"success": true, "commitOid": id, "commitUrl": s.URL + "/datasets/" + name(r) + "/commit/" + id, "hookOutput": ""}
	if pull != "" {
		body["pullRequestUrl"] = pull
	}
	answer(w, body)
}

var errParent = errors.New("another parent")

func (s *Server) apply(body io.Reader, head string, files map[string]file) (summary string, err error) {
	lines := bufio.NewReader(body)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var l struct {
				Key   string
				Value struct {
					Summary, ParentCommit, Path, Content, Encoding, OID string
					Size                                                int64
				}
			}
			if err := json.Unmarshal(line, &l); err != nil {
				return "", err
			}
			switch l.Key {
			case "header":
				if summary = l.Value.Summary; l.Value.ParentCommit != "" && l.Value.ParentCommit != head {
					return "", errParent
				}
			case "file":
				content, err := base64.StdEncoding.DecodeString(l.Value.Content)
				if err != nil {
					return "", err
				}
				files[l.Value.Path] = file{content: content, size: int64(len(content))}
			case "lfsFile":
				if int64(len(s.objects[l.Value.OID])) != l.Value.Size {
					return "", fmt.Errorf("%s: its content was not uploaded", l.Value.Path)
				}
				files[l.Value.Path] = file{lfs: l.Value.OID, size: l.Value.Size}
			case "deletedFile":
				delete(files, l.Value.Path)
			default:
				return "", fmt.Errorf("a line with the key %q", l.Key)
			}
		}
		if errors.Is(err, io.EOF) {
			return summary, nil
		}
		if err != nil {
			return "", err
		}
	}
}

func (s *Server) tag(w http.ResponseWriter, r *http.Request) {
	id, c := s.revision(w, r)
	if c == nil {
		return
	}
	var asked struct{ Tag string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked.Tag == "" {
		refuse(w, http.StatusBadRequest, "", "no tag")
		return
	}
	refs := s.repos[name(r)].refs
	if _, there := refs[asked.Tag]; there {
		refuse(w, http.StatusConflict, "", "Tag reference exists already")
		return
	}
	refs[asked.Tag], refs["refs/tags/"+asked.Tag] = id, id
	answer(w, map[string]any{"success": true})
}
