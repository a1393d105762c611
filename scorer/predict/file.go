package predict

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"os"

	"podium/schemas"
)

// DefaultMaxLine bounds the length of a line in bytes, its end not counted.
const DefaultMaxLine = 64 << 20

// Options say how a file is read. The zero value is strict.
type Options struct {
	Lenient bool // go on when lines are unusable: drop them, keep the first of duplicates
	MaxLine int  // bytes; 0: DefaultMaxLine
	// List is the path of a file that receives every problem as a JSON line.
	// It is written only when there is one. Empty: no list.
	List string
}

// ErrEmpty is returned for a file without a line that is not blank.
var ErrEmpty = errors.New("no predictions in it")

// ErrChanged is returned by [File.Outputs] when the file is no longer the one
// that was validated.
var ErrChanged = errors.New("changed since it was read")

// File is a validated prediction file. Its methods may be called concurrently.
type File struct {
	path     string
	file     *os.File
	size     int64
	digest   string
	rows     []row
	index    map[schemas.Key]int // into rows
	seed     maphash.Seed
	problems Problems
}

// Row is what is remembered of a usable line.
type Row struct {
	Key     schemas.Key
	Line    int64 // 1-based
	Outputs int   // how many there are; 0 means the sample is missing
}

type row struct {
	Row
	offset int64
	length int    // bytes
	sum    uint64 // of the line's bytes, to notice a change
}

// Open validates the prediction file at path. known says whether the split has
// a sample of that key; nil accepts any. A file with unusable lines is an
// [*Error] unless opts.Lenient.
func Open(path string, known func(schemas.Key) bool, opts Options) (*File, error) {
	if opts.MaxLine <= 0 {
		opts.MaxLine = DefaultMaxLine
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &File{path: path, file: file, index: map[schemas.Key]int{}, seed: maphash.MakeSeed()}
	if err := f.read(known, opts); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

// Close releases the file.
func (f *File) Close() error { return f.file.Close() }

// SHA256 returns the file's digest in hex.
func (f *File) SHA256() string { return f.digest }

// Size returns the file's length in bytes.
func (f *File) Size() int64 { return f.size }

// Len counts the usable lines.
func (f *File) Len() int { return len(f.rows) }

// Rows yields the usable lines in file order.
func (f *File) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		for i := range f.rows {
			if !yield(f.rows[i].Row) {
				return
			}
		}
	}
}

// Row returns the line of a key.
func (f *File) Row(key schemas.Key) (Row, bool) {
	i, ok := f.index[key]
	if !ok {
		return Row{}, false
	}
	return f.rows[i].Row, true
}

// Problems tells what was dropped; empty unless reading was lenient.
func (f *File) Problems() Problems { return f.problems }

// Outputs reads the outputs of a key again; false when the file has no line for it.
// The error is [ErrChanged] when the line is no longer what was validated.
func (f *File) Outputs(key schemas.Key) ([]string, bool, error) {
	i, ok := f.index[key]
	if !ok {
		return nil, false, nil
	}
	row := &f.rows[i]
	line := make([]byte, row.length)
	if _, err := f.file.ReadAt(line, row.offset); err != nil {
		if errors.Is(err, io.EOF) {
			err = ErrChanged
		}
		return nil, false, fmt.Errorf("%s line %d: %w", f.path, row.Line, err)
	}
	if maphash.Bytes(f.seed, line) != row.sum {
		return nil, false, fmt.Errorf("%s line %d: %w", f.path, row.Line, ErrChanged)
	}
	p, fault := parseLine(line, true)
	if fault != nil { // the same bytes parsed before
		return nil, false, fmt.Errorf("%s line %d: %w", f.path, row.Line, fault)
	}
	return p.outputs, true, nil
}
