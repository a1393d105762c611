package data

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed *.yaml competitions environments ids tasks lock
var embedded embed.FS

// Embedded is the catalogue inside the program.
func Embedded() fs.FS { return embedded }

// Open returns the catalogue in dir, or the embedded one when dir is empty.
func Open(dir string) (fs.FS, error) {
	if dir == "" {
		return embedded, nil
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	return os.DirFS(dir), nil
}

// Decode reads a YAML file strictly: an unknown field is an error that names
// file and line.
func Decode[T any](fsys fs.FS, name string) (T, error) {
	var v T
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		return v, err
	}
	d := yaml.NewDecoder(bytes.NewReader(b))
	d.KnownFields(true)
	if err := d.Decode(&v); err != nil {
		return v, fmt.Errorf("%s: %w", name, err)
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return v, fmt.Errorf("%s: more than one YAML document", name)
	}
	return v, nil
}

// Files lists the .yaml files below dir, sorted; none when dir is not there.
func Files(fsys fs.FS, dir string) ([]string, error) {
	var names []string
	err := fs.WalkDir(fsys, dir, func(p string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && p == dir {
			return fs.SkipAll
		}
		if err == nil && !d.IsDir() && path.Ext(p) == ".yaml" {
			names = append(names, p)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

// ID is a file's name without folder and ending: the id of what it describes.
func ID(name string) string { return strings.TrimSuffix(path.Base(name), ".yaml") }
