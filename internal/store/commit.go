package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"podium/internal/atomicfile"
)

// Git's modes of a tracked file.
const (
	ModeFile       = "100644"
	ModeExecutable = "100755"
	ModeSymlink    = "120000"
	ModeSubmodule  = "160000"
)

// Commit lists the tracked files of a pinned commit, sorted by path (bytewise).
type Commit struct {
	Repository string `json:"repository"` // owner/name
	Commit     string `json:"commit"`
	Tree       string `json:"tree"` // git tree id
	Files      []File `json:"files"`
}

// File is a tracked file.
type File struct {
	Path   string `json:"path"` // slash-separated; never absolute, never with ".."
	Mode   string `json:"mode"` // one of the Mode constants
	Blob   string `json:"blob"` // git blob id; a submodule's commit
	Size   int64  `json:"size"` // in bytes; -1: unknown, the source had no such object
	Stored bool   `json:"stored"`
}

// Find returns the file at path.
func (c *Commit) Find(path string) (File, bool) {
	i := sort.Search(len(c.Files), func(i int) bool { return c.Files[i].Path >= path })
	if i < len(c.Files) && c.Files[i].Path == path {
		return c.Files[i], true
	}
	return File{}, false
}

// PutCommit records a commit. Its files must be sorted, add up to its tree id,
// and every stored one must be in the store already: a recorded commit is whole.
func (s *Store) PutCommit(c Commit) error {
	if err := c.validate(); err != nil {
		return fmt.Errorf("put commit %s: %w", c.Commit, err)
	}
	for _, f := range c.Files {
		if !f.Stored {
			continue
		}
		info, err := os.Stat(s.blobName(f.Blob))
		if err != nil {
			return fmt.Errorf("put commit %s: %s: blob %s: %w", c.Commit, f.Path, f.Blob, ErrMissing)
		}
		if info.Size() != f.Size {
			return fmt.Errorf("put commit %s: %s: blob %s has %d bytes, want %d", c.Commit, f.Path, f.Blob, info.Size(), f.Size)
		}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(c); err != nil {
		return fmt.Errorf("put commit %s: %w", c.Commit, err)
	}
	if err := atomicfile.WriteBytes(s.commitName(c.Commit), 0o644, buf.Bytes()); err != nil {
		return fmt.Errorf("put commit %s: %w", c.Commit, err)
	}
	return nil
}

// Commit returns a recorded commit after checking its files against its tree id.
// The error is ErrMissing or ErrDamaged when that is what is wrong.
func (s *Store) Commit(hash string) (Commit, error) {
	var c Commit
	if !isObjectID(hash) {
		return c, fmt.Errorf("commit %q: not a git object id", hash)
	}
	b, err := os.ReadFile(s.commitName(hash))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, fmt.Errorf("commit %s: %w", hash, ErrMissing)
	case err != nil:
		return c, fmt.Errorf("commit %s: %w", hash, err)
	}
	c, err = decodeCommit(b)
	if err == nil && c.Commit != hash {
		err = fmt.Errorf("the file records commit %q", c.Commit)
	}
	if err != nil {
		return Commit{}, fmt.Errorf("commit %s: %w: %w", hash, ErrDamaged, err)
	}
	return c, nil
}

func decodeCommit(b []byte) (Commit, error) {
	var c Commit
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return c, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return c, errors.New("more than one JSON value")
	}
	return c, c.validate()
}

func (s *Store) commitName(hash string) string {
	return filepath.Join(s.dir, "commits", hash+".json")
}
