package hub

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"podium/schemas"
)

// Files asked about, objects asked for, and uploads under way at a time.
const (
	perPreupload = 256
	perBatch     = 100
	uploads      = 4
)

// sampleSize is how much of a file the Hub looks at to tell text from other files.
const sampleSize = 512

// upload asks how each file goes, and sends those that go by Git LFS.
func (c *Client) upload(ctx context.Context, p Publication, o *Outcome) error {
	for from := 0; from < len(o.Upload); from += perPreupload {
		if err := c.preupload(ctx, p, o.Upload[from:min(from+perPreupload, len(o.Upload))]); err != nil {
			return err
		}
	}
	var large []Upload
	for _, f := range o.Upload {
		if f.LFS {
			large = append(large, f)
		}
	}
	for from := 0; from < len(large); from += perBatch {
		if err := c.sendObjects(ctx, p, large[from:min(from+perBatch, len(large))]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) preupload(ctx context.Context, p Publication, files []Upload) error {
	type file struct {
		Path   string `json:"path"`
		Size   int64  `json:"size"`
		Sample string `json:"sample"`
	}
	var asked struct {
		Files []file `json:"files"`
	}
	for _, f := range files {
		sample, err := head(p.Release.Path(f.Path))
		if err != nil {
			return err
		}
		asked.Files = append(asked.Files, file{f.Path, f.Bytes, base64.StdEncoding.EncodeToString(sample)})
	}
	var answer struct {
		Files []struct {
			Path         string `json:"path"`
			UploadMode   string `json:"uploadMode"`
			ShouldIgnore bool   `json:"shouldIgnore"`
		} `json:"files"`
	}
	_, err := c.call(ctx, "ask how files are uploaded", http.MethodPost, datasets(p.Repository, "preupload", p.Revision), asked, &answer)
	if err != nil {
		return err
	}
	for _, a := range answer.Files {
		i := slices.IndexFunc(files, func(f Upload) bool { return f.Path == a.Path })
		switch {
		case i < 0:
		case a.ShouldIgnore:
			return fmt.Errorf("%s: the repository's .gitignore leaves it out", a.Path)
		default:
			files[i].LFS = a.UploadMode == "lfs"
		}
	}
	return nil
}

func head(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := make([]byte, sampleSize)
	n, err := io.ReadFull(f, b)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return b[:n], err
}

// action is where an object goes, or is confirmed.
type action struct {
	Href   string            `json:"href"`
	Header map[string]string `json:"header"`
}

// object is an object of an LFS batch.
type object struct {
	OID     string             `json:"oid"`
	Size    int64              `json:"size"`
	Actions map[string]*action `json:"actions,omitempty"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// sendObjects sends those of the files that the storage does not have.
//
// Source: Git LFS Batch API; the multipart transfer is the Hub's own.
func (c *Client) sendObjects(ctx context.Context, p Publication, files []Upload) error {
	asked := map[string]any{
		"operation": "upload", "transfers": []string{"basic", "multipart"}, "hash_algo": "sha256",
		"ref": map[string]string{"name": p.Revision},
	}
	byOID := map[string]Upload{}
	var objects []object
	for _, f := range files {
		if _, twice := byOID[f.sha]; !twice {
			objects = append(objects, object{OID: f.sha, Size: f.Bytes})
		}
		byOID[f.sha] = f
	}
	asked["objects"] = objects
	body, err := json.Marshal(asked)
	if err != nil {
		return err
	}
	var answer struct {
		Transfer string   `json:"transfer"`
		Objects  []object `json:"objects"`
	}
	const lfs = "application/vnd.git-lfs+json"
	_, err = c.ask(ctx, request{
		doing: "ask where files are uploaded", method: http.MethodPost, address: "/datasets/" + p.Repository + ".git/info/lfs/objects/batch",
		header: http.Header{"Accept": {lfs}, "Content-Type": {lfs}}, body: body,
	}, &answer)
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(uploads)
	for _, obj := range answer.Objects {
		f, ours := byOID[obj.OID]
		switch {
		case !ours:
			return fmt.Errorf("the Hub answers with an object %q that was not asked for", obj.OID)
		case obj.Error != nil:
			return fmt.Errorf("%s: the Hub refuses it: %d %s", f.Path, obj.Error.Code, obj.Error.Message)
		}
		group.Go(func() error {
			if err := c.sendObject(ctx, p, f, obj); err != nil {
				return fmt.Errorf("%s: %w", f.Path, err)
			}
			if p.Sent != nil {
				p.Sent(f.Bytes)
			}
			return nil
		})
	}
	return group.Wait()
}

func (c *Client) sendObject(ctx context.Context, p Publication, f Upload, obj object) error {
	to := obj.Actions["upload"]
	if to == nil {
		return nil // it is there
	}
	var err error
	if _, multipart := to.Header["chunk_size"]; multipart {
		err = c.sendParts(ctx, p.Release.Path(f.Path), obj, to)
	} else {
		err = c.put(ctx, p.Release.Path(f.Path), 0, f.Bytes, to.Href, to.Header, nil)
	}
	if verify := obj.Actions["verify"]; err == nil && verify != nil {
		_, err = c.call(ctx, "confirm the upload", http.MethodPost, verify.Href, object{OID: obj.OID, Size: obj.Size}, nil)
	}
	return err
}

// put sends size bytes of a file from an offset; answered gets the answer's header.
func (c *Client) put(ctx context.Context, name string, from, size int64, href string, header map[string]string, answered *http.Header) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r := request{
		doing: "upload", method: http.MethodPut, address: href, header: http.Header{}, size: size,
		body: func() (io.Reader, error) { return io.NewSectionReader(f, from, size), nil },
	}
	for k, v := range header {
		r.header.Set(k, v)
	}
	if size == 0 {
		r.body = []byte{}
	}
	h, err := c.ask(ctx, r, nil)
	if answered != nil {
		*answered = h
	}
	return err
}

// sendParts sends a file in parts, each to its own address, and then says so.
func (c *Client) sendParts(ctx context.Context, name string, obj object, to *action) error {
	chunk, err := strconv.ParseInt(to.Header["chunk_size"], 10, 64)
	if err != nil || chunk <= 0 {
		return fmt.Errorf("the Hub names a part size of %q", to.Header["chunk_size"])
	}
	type part struct {
		Number  int    `json:"partNumber"`
		ETag    string `json:"etag"`
		address string
	}
	var parts []part
	for key, address := range to.Header {
		if n, err := strconv.Atoi(key); err == nil {
			parts = append(parts, part{Number: n, address: address})
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return a.Number - b.Number })
	if want := (obj.Size + chunk - 1) / chunk; int64(len(parts)) != want {
		return fmt.Errorf("the Hub names %d parts of %d bytes for %d bytes", len(parts), chunk, obj.Size)
	}
	for i := range parts {
		from := int64(i) * chunk
		var header http.Header
		if err := c.put(ctx, name, from, min(chunk, obj.Size-from), parts[i].address, nil, &header); err != nil {
			return fmt.Errorf("part %d: %w", parts[i].Number, err)
		}
		if parts[i].ETag = header.Get("ETag"); parts[i].ETag == "" {
			return fmt.Errorf("part %d: the storage answers without an ETag", parts[i].Number)
		}
	}
	body, err := json.Marshal(map[string]any{"oid": obj.OID, "parts": parts})
	if err != nil {
		return err
	}
	const lfs = "application/vnd.git-lfs+json"
	_, err = c.ask(ctx, request{
		doing: "finish the upload", method: http.MethodPost, address: to.Href,
		header: http.Header{"Accept": {lfs}, "Content-Type": {lfs}}, body: body,
	}, nil)
	return err
}

// commit makes everything visible at once, if nobody has committed since.
func (c *Client) commit(ctx context.Context, p Publication, o *Outcome) error {
	if len(o.Upload)+len(o.Deleted) == 0 {
		o.Commit = o.Parent
		return nil
	}
	body, err := c.commitBody(p, o)
	if err != nil {
		return err
	}
	address := datasets(p.Repository, "commit", p.Revision)
	if p.CreatePR {
		address += "?create_pr=1"
	}
	var answer struct {
		OID string `json:"commitOid"`
		PR  string `json:"pullRequestUrl"`
	}
	_, err = c.ask(ctx, request{
		doing: "commit to " + p.Repository, method: http.MethodPost, address: address,
		header: http.Header{"Content-Type": {"application/x-ndjson"}}, body: body,
	}, &answer)
	if is(err, http.StatusPreconditionFailed) || is(err, http.StatusConflict) {
		return c.afterAll(ctx, p, o)
	}
	if err != nil {
		return err
	}
	o.Commit, o.PullRequest = answer.OID, answer.PR
	return nil
}

// afterAll tells whether the commit that was refused is there: a try before this one
// may have reached the Hub although its answer was lost.
func (c *Client) afterAll(ctx context.Context, p Publication, o *Outcome) error {
	ours, err := os.ReadFile(p.Release.Path(schemas.ManifestName))
	if err != nil {
		return err
	}
	var info struct {
		SHA string `json:"sha"`
	}
	if _, err := c.call(ctx, "read "+p.Repository, http.MethodGet, datasets(p.Repository, "revision", p.Revision), nil, &info); err != nil {
		return err
	}
	if now, err := c.file(ctx, p.Repository, info.SHA, schemas.ManifestName); err != nil {
		return err
	} else if !bytes.Equal(now, ours) {
		return fmt.Errorf("%s is at %s, was at %s: %w", p.Repository, info.SHA, o.Parent, ErrMoved)
	}
	o.Commit = info.SHA
	return nil
}

// commitBody is the commit as NDJSON: a header, then one line a file.
func (c *Client) commitBody(p Publication, o *Outcome) ([]byte, error) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	e := json.NewEncoder(w)
	line := func(key string, value any) error { return e.Encode(map[string]any{"key": key, "value": value}) }
	header := map[string]any{
		"summary": "Podium " + p.Release.Manifest.Version, "description": "release.json " + p.Release.Digest(), "parentCommit": o.Parent,
	}
	if err := line("header", header); err != nil {
		return nil, err
	}
	for _, f := range o.Upload {
		value, key := map[string]any{"path": f.Path, "algo": "sha256", "oid": f.sha, "size": f.Bytes}, "lfsFile"
		if !f.LFS {
			content, err := os.ReadFile(p.Release.Path(f.Path))
			if err != nil {
				return nil, err
			}
			value, key = map[string]any{"path": f.Path, "content": base64.StdEncoding.EncodeToString(content), "encoding": "base64"}, "file"
		}
		if err := line(key, value); err != nil {
			return nil, err
		}
	}
	for _, path := range o.Deleted {
		if err := line("deletedFile", map[string]string{"path": path}); err != nil {
			return nil, err
		}
	}
	err := w.Flush()
	return b.Bytes(), err
}

func (c *Client) tag(ctx context.Context, p Publication, o *Outcome) error {
	_, err := c.call(ctx, "tag "+o.Tag, http.MethodPost, "/api/datasets/"+p.Repository+"/tag/"+url.PathEscape(o.Commit),
		map[string]string{"tag": o.Tag, "message": "Podium " + p.Release.Manifest.Version + "\n\nrelease.json " + p.Release.Digest()}, nil)
	if is(err, http.StatusConflict) {
		ours, readErr := os.ReadFile(p.Release.Path(schemas.ManifestName))
		if readErr != nil {
			return readErr
		}
		published, readErr := c.file(ctx, p.Repository, o.Tag, schemas.ManifestName)
		switch {
		case readErr != nil:
			return readErr
		case !bytes.Equal(published, ours):
			return fmt.Errorf("%s %s: %w", p.Repository, o.Tag, ErrOther)
		}
		return nil
	}
	return err
}
