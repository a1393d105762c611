package store

import (
	"os"
	"path/filepath"
)

// Layout of a store:
//
//	blobs/ab/cdef…            a blob's bytes, named by its git blob id
//	commits/<commit>.json     the Commit
//	trees/<commit>/           a checked-out tree, made on demand by Checkout
type Store struct{ dir string }

// MaxBlob is the size from which a blob is recorded and not stored.
const MaxBlob = 4 << 20

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
	Mode   string `json:"mode"` // git's: 100644, 100755, 120000 (symlink), 160000 (submodule)
	Blob   string `json:"blob"` // git blob id; a submodule's commit
	Size   int64  `json:"size"`
	Stored bool   `json:"stored"` // false: of MaxBlob bytes or more, or a submodule
}

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
