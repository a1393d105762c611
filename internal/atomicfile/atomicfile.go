// Package atomicfile writes files that are either whole or not there.
package atomicfile

import (
	"io"
	"os"
	"path/filepath"
)

// Write calls fill with a file beside path, syncs it and renames it to path.
// On any error path is as it was and nothing is left beside it.
func Write(path string, perm os.FileMode, fill func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err = fill(f); err != nil {
		return err
	}
	if err = f.Chmod(perm); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// WriteBytes writes b to path.
func WriteBytes(path string, perm os.FileMode, b []byte) error {
	return Write(path, perm, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}
