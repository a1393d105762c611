package data

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
)

// Recorder is a catalogue that remembers what was read of it, so that a release
// can say exactly what it was built from, and nothing beside it counts.
type Recorder struct {
	fs.FS
	read map[string][sha256.Size]byte
}

// Record returns a Recorder of a catalogue.
func Record(fsys fs.FS) *Recorder {
	return &Recorder{fsys, map[string][sha256.Size]byte{}}
}

// ReadFile reads a file of the catalogue and remembers its content.
func (r *Recorder) ReadFile(name string) ([]byte, error) {
	b, err := fs.ReadFile(r.FS, name)
	if err == nil {
		r.read[name] = sha256.Sum256(b)
	}
	return b, err
}

// Digest is "sha256:" and the SHA-256 of what sha256sum prints for the files
// that were read, sorted by name: equal wherever the same files were read.
func (r *Recorder) Digest() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(r.read)) {
		_, _ = io.WriteString(sum, fmt.Sprintf("%x  %s\n", r.read[name], name)) // a hash takes every write
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil))
}
