package upstream

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"podium/schemas"
)

// File is a file that was read.
type File struct {
	Path string
	schemas.ImportedFile
	Rows []Row
}

// ReadFile reads an upstream file whole: Parquet when it begins with Parquet's
// magic, JSON lines otherwise. Columns may come in any order; one that is
// missing, unknown or null is an error, since it could not be kept.
func ReadFile(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	size, err := io.Copy(sum, f)
	if err != nil {
		return nil, err
	}
	magic := make([]byte, 4)
	if _, err := f.ReadAt(magic, 0); err != nil && err != io.EOF {
		return nil, err
	}
	var rows []Row
	if string(magic) == "PAR1" {
		rows, err = readParquet(f, size)
	} else {
		rows, err = readLines(bufio.NewReader(io.NewSectionReader(f, 0, size)))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &File{
		Path: path,
		Rows: rows,
		ImportedFile: schemas.ImportedFile{
			Name: filepath.Base(path), Bytes: size, SHA256: "sha256:" + hex.EncodeToString(sum.Sum(nil)), Rows: int64(len(rows)),
		},
	}, nil
}
