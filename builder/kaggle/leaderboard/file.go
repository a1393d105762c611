package leaderboard

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ReadFile reads a leaderboard file, or Kaggle's download: a zip with one CSV in
// it. The board's digest and size are those of the file.
func ReadFile(name string) (*Board, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(strings.ToLower(name), ".zip") {
		return Parse(name, content)
	}
	member, text, err := unzip(content)
	if err != nil {
		return nil, &Refusal{Name: name, Reason: Unreadable, Detail: err.Error()}
	}
	return Parse(filepath.Join(name, member), text)
}

// unzip returns the one CSV of a zip.
func unzip(content []byte) (name string, text []byte, err error) {
	if len(content) > MaxBytes {
		return "", nil, fmt.Errorf("a zip of more than %d bytes", MaxBytes)
	}
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return "", nil, err
	}
	for _, f := range z.File {
		if base := path.Base(f.Name); !strings.HasSuffix(base, ".csv") || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if text != nil {
			return "", nil, fmt.Errorf("more than one CSV in it")
		}
		r, err := f.Open()
		if err != nil {
			return "", nil, err
		}
		text, err = io.ReadAll(io.LimitReader(r, MaxBytes+1))
		if err != nil {
			return "", nil, err
		}
		name = path.Base(f.Name)
	}
	if text == nil {
		return "", nil, fmt.Errorf("no CSV in it")
	}
	return name, text, nil
}
