package store

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// BlobID is git's id of a blob: the SHA-1 of "blob <size>\0" and its bytes.
func BlobID(b []byte) string { return objectID("blob", b) }

func objectID(kind string, b []byte) string {
	h := sha1.New()
	h.Write([]byte(kind + " " + strconv.Itoa(len(b)) + "\x00"))
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil))
}

// PutBlob stores b, which must be smaller than MaxBlob, and returns its id.
//
// It does not sync: a blob that a crash damaged fails its check when it is read,
// and the next PutBlob writes it again.
func (s *Store) PutBlob(b []byte) (string, error) {
	id := BlobID(b)
	if len(b) >= MaxBlob {
		return "", fmt.Errorf("put blob %s: %d bytes, a blob of %d and more is not stored", id, len(b), MaxBlob)
	}
	if _, err := s.Blob(id); err == nil {
		return id, nil
	}
	name := s.blobName(id)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return "", fmt.Errorf("put blob %s: %w", id, err)
	}
	if err := writeNew(name, b); err != nil {
		return "", fmt.Errorf("put blob %s: %w", id, err)
	}
	return id, nil
}

// Blob returns the bytes of a blob after checking them against its id. The
// error is ErrMissing or ErrDamaged when that is what is wrong.
func (s *Store) Blob(id string) ([]byte, error) {
	if !isObjectID(id) {
		return nil, fmt.Errorf("blob %q: not a git object id", id)
	}
	b, err := os.ReadFile(s.blobName(id))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("blob %s: %w", id, ErrMissing)
	case err != nil:
		return nil, fmt.Errorf("blob %s: %w", id, err)
	}
	if got := BlobID(b); got != id {
		return nil, fmt.Errorf("blob %s: %w: its %d bytes have the id %s", id, ErrDamaged, len(b), got)
	}
	return b, nil
}

func (s *Store) blobName(id string) string {
	return filepath.Join(s.dir, "blobs", id[:2], id[2:])
}

// writeNew writes a read-only file beside name and renames it to name.
func writeNew(name string, b []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err = f.Write(b); err != nil {
		return err
	}
	if err = f.Chmod(0o444); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// isObjectID tells whether id is 40 lower-case hex digits.
func isObjectID(id string) bool {
	if len(id) != 40 {
		return false
	}
	for _, c := range []byte(id) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
