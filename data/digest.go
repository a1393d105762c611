package data

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
)

// Digest identifies a catalogue: "sha256:" and the SHA-256 of, for each file in
// the order of fs.WalkDir, a line with the file's own SHA-256, two spaces and its
// path (what sha256sum prints). Go files and the demonstration's catalogue, which
// lie in the same folder, are no part of it.
func Digest(fsys fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p == "demo":
			return fs.SkipDir
		case d.IsDir() || path.Ext(p) == ".go":
			return nil
		}
		b, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%x  %s\n", sha256.Sum256(b), p)
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("catalogue digest: %w", err)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}
