package fetch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"podium/data"
	"podium/internal/store"
)

// A Source holds repositories.
type Source interface {
	// Tree lists the tracked files of the repository's pin, sorted by path. Size is
	// -1 where the source does not know it; Stored is not set. The error is
	// ErrNoRepository or ErrNoCommit when that is what is wrong.
	Tree(ctx context.Context, r data.Repository) (store.Commit, error)

	// Blobs calls put with the bytes of wanted blobs, in any order, and passes over
	// those that it has not. It may call put with blobs that are not wanted.
	Blobs(ctx context.Context, r data.Repository, c store.Commit, want map[string]bool, put func([]byte) error) error
}

// Errors that a source returns.
var (
	ErrNoRepository = errors.New("no such repository")
	ErrNoCommit     = errors.New("no such commit")
)

// Result is what fetching a repository came to.
type Result struct {
	Repository string `json:"repository"` // short name
	Commit     string `json:"commit"`
	Tree       string `json:"tree"`
	Files      int    `json:"files"`  // tracked
	Stored     int    `json:"stored"` // of those
	Bytes      int64  `json:"bytes"`  // of stored blobs
	New        int    `json:"new"`    // blobs that were not there before
	Notes      []Note `json:"notes"`
}

// Note is something a person may want to know about a file; an empty path is the
// whole repository.
type Note struct {
	Path string `json:"path"`
	What string `json:"what"`
}

func (n Note) String() string {
	if n.Path == "" {
		return n.What
	}
	return fmt.Sprintf("%q: %s", n.Path, n.What)
}

// lfsPointer starts a file that stands for one kept by Git LFS.
const lfsPointer = "version https://git-lfs.github.com/spec/"

// Repository brings a repository at its pin into the store. What is there
// already is not asked for again, so a run that was cut short goes on.
func Repository(ctx context.Context, st *store.Store, src Source, r data.Repository) (Result, error) {
	res := Result{Repository: r.Name, Commit: r.Commit, Notes: []Note{}}
	c, err := st.Commit(r.Commit)
	if err != nil || slices.ContainsFunc(c.Files, unknownSize) {
		if c, err = src.Tree(ctx, r); err != nil {
			return res, fmt.Errorf("fetch %s: %w", r.Name, err)
		}
	}
	sizes, want, err := present(ctx, st, c)
	if err != nil {
		return res, fmt.Errorf("fetch %s: %w", r.Name, err)
	}
	put := func(b []byte) error {
		id := store.BlobID(b)
		if !want[id] {
			return nil
		}
		if _, err := st.PutBlob(b); err != nil {
			return err
		}
		sizes[id] = int64(len(b))
		delete(want, id)
		res.New++
		return nil
	}
	if len(want) > 0 {
		if err := src.Blobs(ctx, r, c, want, put); err != nil {
			return res, fmt.Errorf("fetch %s: %w", r.Name, err)
		}
	}
	for i := range c.Files {
		f := &c.Files[i]
		if size, ok := sizes[f.Blob]; ok && f.Mode != store.ModeSubmodule {
			f.Size, f.Stored = size, true
			res.Stored++
			res.Bytes += size
		} else {
			f.Stored = false
		}
	}
	res.Tree, res.Files = c.Tree, len(c.Files)
	if err := st.PutCommit(c); err != nil {
		return res, fmt.Errorf("fetch %s: %w", r.Name, err)
	}
	ns, err := notes(st, c)
	if err != nil {
		return res, fmt.Errorf("fetch %s: %w", r.Name, err)
	}
	res.Notes = append(res.Notes, ns...)
	return res, nil
}

// unknownSize tells whether an earlier source lacked the file; this one may have it.
func unknownSize(f store.File) bool { return f.Size < 0 && f.Mode != store.ModeSubmodule }

// present splits the blobs of a commit into those that the store has, with their
// sizes, and those that are wanted.
func present(ctx context.Context, st *store.Store, c store.Commit) (sizes map[string]int64, want map[string]bool, err error) {
	sizes, want = map[string]int64{}, map[string]bool{}
	for _, f := range c.Files {
		if f.Mode == store.ModeSubmodule || f.Size >= store.MaxBlob {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		b, err := st.Blob(f.Blob)
		switch {
		case err == nil:
			sizes[f.Blob] = int64(len(b))
		case errors.Is(err, store.ErrMissing), errors.Is(err, store.ErrDamaged):
			want[f.Blob] = true
		default:
			return nil, nil, err
		}
	}
	return sizes, want, nil
}

// notes tells of the files that are not plain stored ones.
func notes(st *store.Store, c store.Commit) ([]Note, error) {
	var ns []Note
	folded := map[string]string{}
	for _, f := range c.Files {
		note := func(format string, a ...any) { ns = append(ns, Note{f.Path, fmt.Sprintf(format, a...)}) }
		lower := strings.ToLower(f.Path)
		if other, ok := folded[lower]; ok {
			note("differs from %q by case alone", other)
		}
		folded[lower] = f.Path
		switch {
		case f.Mode == store.ModeSubmodule:
			note("a submodule at %s; not fetched", f.Blob)
		case f.Size >= store.MaxBlob:
			note("%d bytes; recorded, not stored", f.Size)
		case !f.Stored:
			note("blob %s is not in the source, which tells no size either; recorded, not stored", f.Blob)
		case f.Mode == store.ModeSymlink:
			note("a symbolic link")
		case f.Size < 1024:
			b, err := st.Blob(f.Blob)
			if err != nil {
				return nil, err
			}
			if strings.HasPrefix(string(b), lfsPointer) {
				note("a Git LFS pointer; what it points to is not fetched")
			}
		}
	}
	return ns, nil
}
