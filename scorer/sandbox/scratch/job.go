package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// shared is the mode of a folder in which anyone may make files and only their
// owner may take them away.
const shared = os.ModeSticky | 0o777

// Job is the part of a run's folder that one sandbox uses.
type Job struct {
	// Tree is the repository's tracked files under an empty writable top.
	Tree string
	// Tmp is an empty folder of bounded size, "" unless asked for.
	Tmp string
	dir string
}

// Bounds of a job's writable parts.
type Bounds struct {
	Disk   int64 // bytes of the top
	Inodes int64 // of the top, and of Tmp
	Tmp    int64 // bytes of Tmp; 0: no Tmp
}

// NewJob lays a fresh top over the files in tree. Tree's files stay as they are:
// those of another user that are not writable can, through the sticky folders,
// not be changed, removed or replaced from inside (RULES.md, section 6).
func (s *Scratch) NewJob(tree string, b Bounds) (*Job, error) {
	tree, err := filepath.Abs(tree)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(tree); err != nil {
		return nil, fmt.Errorf("tree: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("tree: %s is no folder", tree)
	}
	dir, err := os.MkdirTemp(s.Dir(), "job-")
	if err != nil {
		return nil, err
	}
	j := &Job{dir: dir}
	if err := j.mount(tree, b); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

func (j *Job) mount(tree string, b Bounds) error {
	top, view := filepath.Join(j.dir, "top"), filepath.Join(j.dir, "tree")
	for _, d := range []string{top, view} {
		if err := os.Mkdir(d, 0o755); err != nil {
			return err
		}
	}
	if err := tmpfs(top, b.Disk, b.Inodes, 0o755); err != nil {
		return err
	}
	upper, work := filepath.Join(top, "upper"), filepath.Join(top, "work")
	if err := os.Mkdir(upper, 0o755); err != nil {
		return err
	}
	// The overlay's own root has the mode of its upper folder.
	if err := os.Chmod(upper, shared); err != nil {
		return err
	}
	if err := os.Mkdir(work, 0o755); err != nil {
		return err
	}
	if err := overlay(view, tree, upper, work); err != nil {
		return err
	}
	j.Tree = view
	if b.Tmp == 0 {
		return nil
	}
	tmp := filepath.Join(j.dir, "tmp")
	if err := os.Mkdir(tmp, 0o755); err != nil {
		return err
	}
	if err := tmpfs(tmp, b.Tmp, b.Inodes, shared); err != nil {
		return err
	}
	j.Tmp = tmp
	return nil
}

// Close unmounts and removes everything of the job. No sandbox may still use it.
func (j *Job) Close() error { return remove(j.dir) }
