package store

import (
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"
)

// validate checks everything about a commit that needs no blob.
func (c *Commit) validate() error {
	if !isObjectID(c.Commit) {
		return fmt.Errorf("commit id %q is not 40 hex digits", c.Commit)
	}
	for i, f := range c.Files {
		if err := f.validate(); err != nil {
			return err
		}
		if i > 0 && c.Files[i-1].Path >= f.Path {
			return fmt.Errorf("%q after %q: files are not sorted by path", f.Path, c.Files[i-1].Path)
		}
	}
	tree, err := TreeID(c.Files)
	if err != nil {
		return err
	}
	if tree != c.Tree {
		return fmt.Errorf("the files add up to tree %s, want %s", tree, c.Tree)
	}
	return nil
}

func (f *File) validate() error {
	if err := CheckPath(f.Path); err != nil {
		return err
	}
	if !isObjectID(f.Blob) {
		return fmt.Errorf("%q: id %q is not 40 hex digits", f.Path, f.Blob)
	}
	switch f.Mode {
	case ModeFile, ModeExecutable, ModeSymlink:
		if f.Stored && (f.Size < 0 || f.Size >= MaxBlob) {
			return fmt.Errorf("%q: %d bytes, stored are 0 to %d", f.Path, f.Size, MaxBlob-1)
		}
	case ModeSubmodule:
		if f.Stored {
			return fmt.Errorf("%q: a submodule has no blob to store", f.Path)
		}
	default:
		return fmt.Errorf("%q: mode %q is none that git tracks", f.Path, f.Mode)
	}
	return nil
}

// maxPath is the longest path in bytes, Linux's own limit.
const maxPath = 4096

// CheckPath tells what is wrong with a tracked file's path: it must be valid
// UTF-8 that stays inside its folder and away from a checkout's .git.
func CheckPath(p string) error {
	switch {
	case !utf8.ValidString(p):
		return fmt.Errorf("path %q is not valid UTF-8", p)
	case len(p) > maxPath:
		return fmt.Errorf("path %q… has %d bytes, at most %d are read", p[:64], len(p), maxPath)
	case strings.ContainsRune(p, 0):
		return fmt.Errorf("path %q contains a NUL", p)
	case !fs.ValidPath(p) || p == ".":
		return fmt.Errorf("path %q leaves its folder or is not in its plainest form", p)
	}
	for _, name := range strings.Split(p, "/") {
		if strings.EqualFold(name, ".git") {
			return fmt.Errorf("path %q goes through a .git folder", p)
		}
	}
	return nil
}
