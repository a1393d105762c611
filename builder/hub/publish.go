package hub

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"podium/schemas"
)

// Publication is one release that goes to one dataset repository.
type Publication struct {
	Release    *schemas.Release
	Repository string // OWNER/NAME
	Revision   string // branch; "" is main
	Private    bool   // of a repository that is made now
	CreatePR   bool   // propose the commit, change nothing
	DryRun     bool   // find out what would change, write nothing
	// Sent is told of bytes that went out; nil is nobody.
	Sent func(bytes int64)
}

// Outcome is what a publication came to, or would come to.
type Outcome struct {
	Repository  string   `json:"repository"`
	Revision    string   `json:"revision"`
	Tag         string   `json:"tag"`
	Created     bool     `json:"created"`           // the repository was not there
	Already     bool     `json:"already_published"` // the version was there with the same bytes
	Parent      string   `json:"parent,omitempty"`  // commit that it goes on from
	Commit      string   `json:"commit,omitempty"`
	PullRequest string   `json:"pull_request,omitempty"`
	Upload      []Upload `json:"upload"`
	Unchanged   []string `json:"unchanged"` // there already
	Deleted     []string `json:"deleted"`   // files of the version before
}

// Upload is a file that is sent.
type Upload struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
	LFS   bool   `json:"lfs"`
	sha   string // SHA-256 in hex
}

var (
	// ErrOther: the version is published with other bytes.
	ErrOther = errors.New("the version is published already, with other bytes; a published version never changes: give it another number")
	// ErrMoved: somebody else committed in between.
	ErrMoved = errors.New("the repository has changed since it was read; look at what changed and publish again")
)

// repositoryName is what the Hub allows, narrowed to a name with its owner.
var repositoryName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}$`)

// CheckName refuses what is no OWNER/NAME.
func CheckName(name string) error {
	if !repositoryName.MatchString(name) || strings.Contains(name, "..") || strings.Contains(name, "--") {
		return fmt.Errorf("%q is no repository, expected OWNER/NAME", name)
	}
	return nil
}

// Publish puts a release on the Hub: what is not there is uploaded, one commit that
// goes on from the commit that was read makes it visible, and a tag names the
// version. A version that is there with the same bytes is left as it is. What was
// uploaded before an interruption is not uploaded again.
func (c *Client) Publish(ctx context.Context, p Publication) (*Outcome, error) {
	if err := CheckName(p.Repository); err != nil {
		return nil, err
	}
	if p.Revision == "" {
		p.Revision = "main"
	}
	o := &Outcome{
		Repository: p.Repository, Revision: p.Revision, Tag: "v" + p.Release.Manifest.Version,
		Upload: []Upload{}, Unchanged: []string{}, Deleted: []string{},
	}
	ours, err := os.ReadFile(p.Release.Path(schemas.ManifestName))
	if err != nil {
		return nil, err
	}
	there, err := c.head(ctx, p, o)
	if err != nil {
		return nil, err
	}
	if !o.Created {
		switch published, err := c.file(ctx, p.Repository, o.Tag, schemas.ManifestName); {
		case err != nil:
			return nil, err
		case published != nil && bytes.Equal(published, ours):
			o.Already = true
			return o, nil
		case published != nil:
			return nil, fmt.Errorf("%s %s: %w", p.Repository, o.Tag, ErrOther)
		}
	}
	if err := c.plan(ctx, p, o, there); err != nil {
		return nil, err
	}
	if p.DryRun {
		return o, nil
	}
	if o.Created {
		if err := c.create(ctx, p, o); err != nil {
			return nil, err
		}
	}
	if err := c.upload(ctx, p, o); err != nil {
		return nil, err
	}
	if err := c.commit(ctx, p, o); err != nil {
		return nil, err
	}
	if p.CreatePR {
		return o, nil // the version is published when the commit is merged
	}
	return o, c.tag(ctx, p, o)
}

func datasets(repository string, parts ...string) string {
	s := "/api/datasets/" + repository
	for _, part := range parts {
		s += "/" + url.PathEscape(part)
	}
	return s
}

// head reads the branch's commit, and its files by path.
func (c *Client) head(ctx context.Context, p Publication, o *Outcome) (map[string]entry, error) {
	var info struct {
		SHA string `json:"sha"`
	}
	_, err := c.call(ctx, "read "+p.Repository, http.MethodGet, datasets(p.Repository, "revision", p.Revision), nil, &info)
	switch {
	case is(err, http.StatusNotFound):
		// The repository may be there without this branch.
		_, err = c.call(ctx, "read "+p.Repository, http.MethodGet, datasets(p.Repository), nil, nil)
		if err == nil {
			return nil, fmt.Errorf("%s has no revision %q", p.Repository, p.Revision)
		}
		if !is(err, http.StatusNotFound) {
			return nil, err
		}
		o.Created = true
		return map[string]entry{}, nil
	case err != nil:
		return nil, err
	}
	o.Parent = info.SHA
	return c.tree(ctx, p.Repository, info.SHA)
}

// entry is a file of a repository.
type entry struct {
	Type string `json:"type"`
	Path string `json:"path"`
	OID  string `json:"oid"` // git blob id
	LFS  *struct {
		OID string `json:"oid"` // SHA-256 in hex
	} `json:"lfs"`
}

// tree lists all files at a commit, page by page.
func (c *Client) tree(ctx context.Context, repository, commit string) (map[string]entry, error) {
	files := map[string]entry{}
	address := datasets(repository, "tree", commit) + "?recursive=true"
	for address != "" {
		var page []entry
		header, err := c.call(ctx, "list the files of "+repository, http.MethodGet, address, nil, &page)
		if is(err, http.StatusNotFound) { // a repository without files
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		for _, e := range page {
			if e.Type == "file" {
				files[e.Path] = e
			}
		}
		address = nextPage(header)
	}
	return files, nil
}

var linkNext = regexp.MustCompile(`<([^>]+)>;\s*rel="next"`)

func nextPage(h http.Header) string {
	if m := linkNext.FindStringSubmatch(h.Get("Link")); m != nil {
		return m[1]
	}
	return ""
}

// file returns a small file's bytes at a revision, nil where there is none.
func (c *Client) file(ctx context.Context, repository, revision, path string) ([]byte, error) {
	var b []byte
	r := request{
		doing: fmt.Sprintf("read %s of %s at %s", path, repository, revision), method: http.MethodGet,
		address: "/datasets/" + repository + "/resolve/" + url.PathEscape(revision) + "/" + path,
	}
	_, err := c.ask(ctx, r, &b)
	if is(err, http.StatusNotFound) {
		return nil, nil
	}
	return b, err
}

// plan compares the release with what is there.
func (c *Client) plan(ctx context.Context, p Publication, o *Outcome, there map[string]entry) error {
	m := &p.Release.Manifest
	manifest := strings.TrimPrefix(p.Release.Digest(), "sha256:")
	files := []Upload{{Path: schemas.ManifestName, sha: manifest}}
	for _, t := range m.Texts {
		files = append(files, Upload{Path: t.Path, Bytes: t.Bytes, sha: strings.TrimPrefix(t.SHA256, "sha256:")})
	}
	for _, f := range m.Files {
		files = append(files, Upload{Path: f.Path, Bytes: f.Bytes, sha: strings.TrimPrefix(f.SHA256, "sha256:")})
	}
	ours := map[string]bool{}
	for _, f := range files {
		ours[f.Path] = true
		info, err := os.Stat(p.Release.Path(f.Path))
		if err != nil {
			return err
		}
		f.Bytes = info.Size()
		same, err := equal(p.Release.Path(f.Path), f, there)
		if err != nil {
			return err
		}
		if same {
			o.Unchanged = append(o.Unchanged, f.Path)
		} else {
			o.Upload = append(o.Upload, f)
		}
	}
	if o.Created {
		return nil
	}
	// What the version before had and this one has not goes; other files stay.
	before, err := c.file(ctx, p.Repository, o.Parent, schemas.ManifestName)
	if err != nil || before == nil {
		return err
	}
	old, err := schemas.ParseManifest(before)
	if err != nil {
		return nil // no release of this program's: nothing of it is ours to delete
	}
	gone := func(path string) {
		if _, ok := there[path]; ok && !ours[path] {
			o.Deleted = append(o.Deleted, path)
		}
	}
	for _, t := range old.Texts {
		gone(t.Path)
	}
	for _, f := range old.Files {
		gone(f.Path)
	}
	return nil
}

// equal tells whether the repository has the file with these bytes.
func equal(name string, f Upload, there map[string]entry) (bool, error) {
	e, ok := there[f.Path]
	switch {
	case !ok:
		return false, nil
	case e.LFS != nil:
		return e.LFS.OID == f.sha, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return false, err
	}
	h := sha1.New() // of a git blob
	fmt.Fprintf(h, "blob %d\x00", len(b))
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil)) == e.OID, nil
}

func (c *Client) create(ctx context.Context, p Publication, o *Outcome) error {
	owner, name := filepath.Split(p.Repository)
	_, err := c.call(ctx, "create "+p.Repository, http.MethodPost, "/api/repos/create", map[string]any{
		"type": "dataset", "name": name, "organization": strings.TrimSuffix(owner, "/"), "private": p.Private,
	}, nil)
	if err != nil && !is(err, http.StatusConflict) { // another publisher was faster: the commit's guard decides
		return err
	}
	var info struct {
		SHA string `json:"sha"`
	}
	_, err = c.call(ctx, "read "+p.Repository, http.MethodGet, datasets(p.Repository, "revision", p.Revision), nil, &info)
	o.Parent = info.SHA
	return err
}
