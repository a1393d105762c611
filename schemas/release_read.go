package schemas

import (
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Release is a release folder that was opened for reading.
type Release struct {
	Dir      string
	Manifest Manifest
	digest   string
}

// OpenRelease reads the manifest of the release in dir. Files are checked
// against it when they are read.
func OpenRelease(dir string) (*Release, error) {
	name := filepath.Join(dir, ManifestName)
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("no release: %w", err)
	}
	m, err := ParseManifest(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	sum := sha256.New()
	sum.Write(b)
	return &Release{dir, *m, formatDigest(sum)}, nil
}

// Digest identifies the release with all its files: the digest of release.json.
func (r *Release) Digest() string { return r.digest }

// Path returns where a file of the release is.
func (r *Release) Path(name string) string { return filepath.Join(r.Dir, filepath.FromSlash(name)) }

// Samples returns the samples of a split in the order of their keys.
func (r *Release) Samples(split string) iter.Seq2[Sample, error] {
	return ReadRows(r, SamplesTable(), split)
}

// Tasks returns the tasks, none for an imported release.
func (r *Release) Tasks() ([]Task, error) {
	if _, ok := r.Manifest.File(ConfigTasks, SplitTrain); !ok {
		return nil, nil
	}
	return collect(ReadRows(r, TasksTable(), SplitTrain))
}

// ReadRows returns the rows of a config's split, after it has checked the
// file's size and digest. An error ends the rows and names the file.
func ReadRows[T any](r *Release, t Table[T], split string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		f, ok := r.Manifest.File(t.Config, split)
		if !ok {
			has := strings.Join(r.Manifest.Splits(t.Config), ", ")
			yield(zero, fmt.Errorf("%s: config %s has no split %q, it has: %s", r.Dir, t.Config, split, has))
			return
		}
		file, err := r.open(f.Path, f.Bytes, f.SHA256)
		if err != nil {
			yield(zero, err)
			return
		}
		defer file.Close()
		var rows int64
		for row, err := range ReadParquet[T](file, f.Bytes) {
			if err != nil {
				yield(zero, fmt.Errorf("%s: %w", file.Name(), err))
				return
			}
			rows++
			if !yield(row, nil) {
				return
			}
		}
		if rows != f.Rows {
			yield(zero, fmt.Errorf("%s: %d rows, the manifest says %d", file.Name(), rows, f.Rows))
		}
	}
}

// CheckFiles reads every file of the release and reports the first that differs
// from the manifest.
func (r *Release) CheckFiles() error {
	check := func(name string, size int64, digest string) error {
		f, err := r.open(name, size, digest)
		if err != nil {
			return err
		}
		return f.Close()
	}
	for _, f := range r.Manifest.Files {
		if err := check(f.Path, f.Bytes, f.SHA256); err != nil {
			return err
		}
	}
	for _, t := range r.Manifest.Texts {
		if err := check(t.Path, t.Bytes, t.SHA256); err != nil {
			return err
		}
	}
	return nil
}

// open opens a file whose size and digest it has checked.
func (r *Release) open(name string, size int64, digest string) (*os.File, error) {
	f, err := os.Open(r.Path(name))
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err == nil && (n != size || formatDigest(sum) != digest) {
		err = fmt.Errorf("%s: %d bytes with %s, the manifest says %d with %s", f.Name(), n, formatDigest(sum), size, digest)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func collect[T any](rows iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, nil
}
