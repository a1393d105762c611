package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// Modes of a checked-out tree (RULES.md section 6): for anyone but its owner a
// new file may appear, and no tracked one can change, go or be replaced.
const (
	folderMode     = os.ModeSticky | 0o777
	fileMode       = os.FileMode(0o444)
	executableMode = os.FileMode(0o555)
)

// Checkout lays out the tracked files of a recorded commit in a folder, once,
// and returns the folder. Files that are not stored, submodules and symbolic
// links that may lead out of the folder are left out.
func (s *Store) Checkout(ctx context.Context, hash string) (string, error) {
	c, err := s.Commit(hash)
	if err != nil {
		return "", fmt.Errorf("checkout: %w", err)
	}
	dir := filepath.Join(s.dir, "trees", hash)
	if _, err := os.Lstat(dir); err == nil {
		return dir, nil
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".new-*")
	if err != nil {
		return "", fmt.Errorf("checkout %s: %w", hash, err)
	}
	defer os.RemoveAll(tmp)
	if err := s.layOut(ctx, c, tmp); err != nil {
		return "", fmt.Errorf("checkout %s: %w", hash, err)
	}
	if err := os.Rename(tmp, dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) && !errors.Is(err, syscall.EEXIST) {
		return "", fmt.Errorf("checkout %s: %w", hash, err)
	}
	return dir, nil
}

// layOut writes the files of c below dir. Going through os.Root, no path can
// leave dir, whatever links are there already.
func (s *Store) layOut(ctx context.Context, c Commit, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Chmod(".", folderMode); err != nil {
		return err
	}
	made := map[string]bool{".": true}
	for _, f := range c.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !f.Stored {
			continue
		}
		if err := makeFolders(root, path.Dir(f.Path), made); err != nil {
			return err
		}
		b, err := s.Blob(f.Blob)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		if err := writeTracked(root, f, b); err != nil {
			return err
		}
	}
	return nil
}

func writeTracked(root *os.Root, f File, b []byte) error {
	mode := fileMode
	switch f.Mode {
	case ModeSymlink:
		if !staysInside(f.Path, string(b)) {
			return nil
		}
		return root.Symlink(string(b), f.Path)
	case ModeExecutable:
		mode = executableMode
	}
	w, err := root.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = w.Write(b)
	return errors.Join(err, w.Chmod(mode), w.Close())
}

// makeFolders makes dir and what leads to it; the umask has no say in its mode.
func makeFolders(root *os.Root, dir string, made map[string]bool) error {
	if made[dir] {
		return nil
	}
	if err := makeFolders(root, path.Dir(dir), made); err != nil {
		return err
	}
	if err := root.Mkdir(dir, 0o755); err != nil {
		return err
	}
	made[dir] = true
	return root.Chmod(dir, folderMode)
}

// staysInside tells whether a symbolic link at name can only lead to places in
// the tree. It may climb from its own folder, which is a real one, at most to
// the root, and then only go down: a ".." after a name could climb from wherever
// another link led.
func staysInside(name, target string) bool {
	if target == "" || strings.HasPrefix(target, "/") || strings.ContainsRune(target, 0) {
		return false
	}
	depth, down := strings.Count(name, "/"), false
	for _, part := range strings.Split(target, "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; down || depth < 0 {
				return false
			}
		default:
			down = true
		}
	}
	return true
}
