package table

import (
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads the CSV file at path: plain, gzip (.gz) or a zip (.zip) of one
// file. Limits count decompressed bytes.
func ReadFile(path string, o Options) (*Table, error) {
	var t *Table
	err := openFile(path, func(r io.Reader) (err error) {
		if f, ok := r.(*os.File); ok {
			if info, err := f.Stat(); err == nil {
				o.Size = info.Size()
			}
		}
		t, err = Read(r, o)
		return err
	})
	return t, err
}

func openFile(path string, use func(io.Reader) error) error {
	if strings.EqualFold(filepath.Ext(path), ".zip") {
		return openZip(path, use)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if !strings.EqualFold(filepath.Ext(path), ".gz") {
		return use(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	defer z.Close()
	return use(z)
}

func openZip(path string, use func(io.Reader) error) error {
	z, err := zip.OpenReader(path)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	defer z.Close()
	var member *zip.File
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		if member != nil {
			return fmt.Errorf("%s: a zip of more than one file", filepath.Base(path))
		}
		member = f
	}
	if member == nil {
		return fmt.Errorf("%s: an empty zip", filepath.Base(path))
	}
	r, err := member.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	defer r.Close()
	return use(r)
}
