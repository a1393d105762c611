package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"

	"podium/data"
	"podium/internal/store"
)

// Mirror reads git repositories on this machine, bare or with a work tree,
// without any network.
type Mirror struct {
	// Template is a repository's folder, with {owner} and {name} for GitHub's words:
	// /srv/git/{owner}/{name}.git
	Template string
}

// Folder is where the mirror has the repository.
func (m Mirror) Folder(r data.Repository) string {
	return strings.NewReplacer("{owner}", r.Owner, "{name}", r.Repo).Replace(m.Template)
}

// Tree implements Source. The commit and its trees are read as objects whose
// bytes hash to their names; a tree that the mirror has not is an error.
func (m Mirror) Tree(ctx context.Context, r data.Repository) (store.Commit, error) {
	c := store.Commit{Repository: r.Owner + "/" + r.Repo, Commit: r.Commit}
	repo, err := m.open(r)
	if err != nil {
		return c, err
	}
	commit, err := repo.CommitObject(plumbing.NewHash(r.Commit))
	switch {
	case errors.Is(err, plumbing.ErrObjectNotFound):
		return c, fmt.Errorf("%s: %s: %w", m.Folder(r), r.Commit, ErrNoCommit)
	case err != nil:
		return c, fmt.Errorf("%s: commit %s: %w", m.Folder(r), r.Commit, err)
	}
	if err := checkCommit(commit); err != nil {
		return c, fmt.Errorf("%s: %w", m.Folder(r), err)
	}
	c.Tree = commit.TreeHash.String()
	w := walker{ctx: ctx, repo: repo}
	if err := w.walk(commit.TreeHash, "", 0); err != nil {
		return c, fmt.Errorf("%s: commit %s: %w", m.Folder(r), r.Commit, err)
	}
	c.Files = w.files
	sortFiles(c.Files)
	return c, nil
}

// checkCommit encodes a commit again to see that it is what its name says.
func checkCommit(c *object.Commit) error {
	var o plumbing.MemoryObject
	if err := c.Encode(&o); err != nil {
		return err
	}
	if o.Hash() != c.Hash {
		return fmt.Errorf("commit %s is damaged: its bytes have the id %s", c.Hash, o.Hash())
	}
	return nil
}

// Blobs implements Source.
func (m Mirror) Blobs(ctx context.Context, r data.Repository, c store.Commit, want map[string]bool, put func([]byte) error) error {
	repo, err := m.open(r)
	if err != nil {
		return err
	}
	ids := make([]string, 0, len(want)) // put changes want
	for _, f := range c.Files {
		if want[f.Blob] {
			ids = append(ids, f.Blob)
		}
	}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !want[id] {
			continue // two files, one blob
		}
		blob, err := repo.BlobObject(plumbing.NewHash(id))
		if errors.Is(err, plumbing.ErrObjectNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: blob %s: %w", m.Folder(r), id, err)
		}
		if blob.Size >= store.MaxBlob {
			continue
		}
		b, err := readBlob(blob, id)
		if err != nil {
			return fmt.Errorf("%s: blob %s: %w", m.Folder(r), id, err)
		}
		if err := put(b); err != nil {
			return err
		}
	}
	return nil
}

func readBlob(blob *object.Blob, id string) (b []byte, err error) {
	r, err := blob.Reader()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	b, err = io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if got := store.BlobID(b); got != id {
		return nil, fmt.Errorf("damaged: its %d bytes have the id %s", len(b), got)
	}
	return b, nil
}

func (m Mirror) open(r data.Repository) (*git.Repository, error) {
	dir := m.Folder(r)
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%s/%s: %w: %w", r.Owner, r.Repo, ErrNoRepository, err)
	}
	repo, err := git.PlainOpenWithOptions(dir, &git.PlainOpenOptions{EnableDotGitCommonDir: true}) // a linked work tree's
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", dir, ErrNoRepository, err)
	}
	// go-git looks for borrowed objects inside the repository's own folder alone.
	if st, ok := repo.Storer.(*filesystem.Storage); ok {
		if _, err := st.Filesystem().Stat("objects/info/alternates"); err == nil {
			return nil, fmt.Errorf("%s: it borrows objects from another repository (objects/info/alternates): run git repack -a -d there, and remove that file", dir)
		}
	}
	return repo, nil
}

// maxDepth bounds how deep folders nest in a tree that is read.
const maxDepth = 256

// walker lists the files below a git tree.
type walker struct {
	ctx   context.Context
	repo  *git.Repository
	files []store.File
}

func (w *walker) walk(id plumbing.Hash, prefix string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if depth > maxDepth {
		return fmt.Errorf("%q: folders nest deeper than %d", prefix, maxDepth)
	}
	tree, err := w.repo.TreeObject(id)
	if err != nil {
		return fmt.Errorf("%q: tree %s: %w", prefix, id, err)
	}
	for _, e := range tree.Entries {
		name := prefix + e.Name
		if e.Mode == filemode.Dir {
			if err := w.walk(e.Hash, name+"/", depth+1); err != nil {
				return err
			}
			continue
		}
		f := store.File{Path: name, Mode: fmt.Sprintf("%06o", uint32(e.Mode)), Blob: e.Hash.String(), Size: -1}
		if e.Mode != filemode.Submodule {
			size, err := w.repo.Storer.EncodedObjectSize(e.Hash)
			switch {
			case err == nil:
				f.Size = size
			case !errors.Is(err, plumbing.ErrObjectNotFound):
				return fmt.Errorf("%q: blob %s: %w", name, e.Hash, err)
			}
		}
		w.files = append(w.files, f)
	}
	return nil
}
