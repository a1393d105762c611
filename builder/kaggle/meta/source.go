package meta

import (
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// maxTable bounds what one table may unpack to: a small zip can hold far more
// than any edition of Meta Kaggle.
const maxTable = 128 << 30

// source is an opened table: its text, and how far into its file reading is.
type source struct {
	io.Reader
	name  string // for errors
	size  int64  // of the file, or packed in its zip
	close []io.Closer
}

func (s *source) Close() error {
	var errs []error
	for i := len(s.close) - 1; i >= 0; i-- {
		errs = append(errs, s.close[i].Close())
	}
	return errors.Join(errs...)
}

// open finds table (say "Teams") in dir: as Teams.csv, Teams.csv.gz, in
// Teams.csv.zip or Teams.zip, or in any other zip there. dir may be the zip
// itself. read is told of the packed bytes as they are read.
func open(dir, table string, read func(int)) (*source, error) {
	if info, err := os.Stat(dir); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return openZip(dir, table, read)
	}
	name := filepath.Join(dir, table+".csv")
	for _, packed := range []bool{false, true} {
		s, err := openFile(name, packed, read)
		if !errors.Is(err, fs.ErrNotExist) {
			return s, err
		}
	}
	zips, err := filepath.Glob(filepath.Join(dir, "*.zip"))
	if err != nil {
		return nil, err
	}
	// A zip of the table's own name comes first; then any that holds it.
	for _, own := range []bool{true, false} {
		for _, z := range zips {
			if base := filepath.Base(z); (base == table+".csv.zip" || base == table+".zip") != own {
				continue
			}
			s, err := openZip(z, table, read)
			if !errors.Is(err, fs.ErrNotExist) {
				return s, err
			}
		}
	}
	return nil, fmt.Errorf("%s: no %s.csv, gzipped or zipped: %w", dir, table, fs.ErrNotExist)
}

func openFile(name string, gzipped bool, read func(int)) (*source, error) {
	if gzipped {
		name += ".gz"
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	s := &source{Reader: &counting{f, read}, name: name, size: info.Size(), close: []io.Closer{f}}
	if gzipped {
		z, err := gzip.NewReader(s.Reader)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.Reader = io.LimitReader(z, maxTable)
	}
	return s, nil
}

func openZip(name, table string, read func(int)) (*source, error) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, f := range z.File {
		if path.Base(f.Name) != table+".csv" || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if f.UncompressedSize64 > maxTable {
			z.Close()
			return nil, fmt.Errorf("%s: %s unpacks to %d bytes, at most %d are read", name, f.Name, f.UncompressedSize64, int64(maxTable))
		}
		r, err := f.Open()
		if err != nil {
			z.Close()
			return nil, fmt.Errorf("%s: %s: %w", name, f.Name, err)
		}
		return &source{
			Reader: &counting{r, read}, name: name + ": " + path.Base(f.Name),
			size: int64(f.UncompressedSize64), close: []io.Closer{z, r},
		}, nil
	}
	z.Close()
	return nil, fmt.Errorf("%s: no %s.csv in it: %w", name, table, fs.ErrNotExist)
}

// counting tells how many bytes pass.
type counting struct {
	r    io.Reader
	read func(int)
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.read != nil {
		c.read(n)
	}
	return n, err
}
