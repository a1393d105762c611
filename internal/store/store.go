package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Store is a folder of pinned sources:
//
//	blobs/ab/cdef…            a blob's bytes, named by its git blob id
//	commits/<commit>.json     the Commit
//	trees/<commit>/           a checked-out tree, made on demand by Checkout
//	answers/                  GitHub's answers that builder fetch keeps; may go
//
// Several processes may use one store at a time: every file and every tree is
// written beside its place and renamed, and equal names hold equal content.
type Store struct{ dir string }

// MaxBlob is the size in bytes from which a blob is recorded and not stored.
const MaxBlob = 4 << 20

// Errors a caller may tell apart with errors.Is.
var (
	ErrMissing = errors.New("not in the store")
	ErrDamaged = errors.New("damaged in the store")
)

// DefaultDir is PODIUM_STORE, or the user cache folder's podium/store.
func DefaultDir() string {
	if dir := os.Getenv("PODIUM_STORE"); dir != "" {
		return dir
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "podium", "store")
}

// Open opens the store in dir and makes it when it is not there.
func Open(dir string) (*Store, error) {
	// A tree's folders are open to everyone for the sandbox's sake; on the host
	// nobody else shall reach them.
	for sub, mode := range map[string]os.FileMode{"blobs": 0o755, "commits": 0o755, "trees": 0o700} {
		if err := os.MkdirAll(filepath.Join(dir, sub), mode); err != nil {
			return nil, fmt.Errorf("open store: %w", err)
		}
	}
	return &Store{dir}, nil
}

// Dir is the store's folder.
func (s *Store) Dir() string { return s.dir }
