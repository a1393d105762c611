package mine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podium/builder/mine/signature"
	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/store"
)

// memory is the one blob of a repository of one file.
type memory []byte

func (m memory) Blob(string) ([]byte, error) { return m, nil }

// mineOne mines a repository of one file.
func mineOne(t *testing.T, name string, content []byte) *data.Lock {
	t.Helper()
	r := data.Repository{Name: "n", Repo: "n", Folder: "n"}
	c := store.Commit{Files: []store.File{{Path: name, Mode: store.ModeFile, Stored: true}}}
	lock, err := mine(context.Background(), r, source.New(r, c, memory(content)), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := lock.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := data.DecodeLock(b); err != nil {
		t.Fatalf("the lock cannot be read again: %v", err)
	}
	return lock
}

// addSeeds gives a fuzz test the fixture's files with the ending.
func addSeeds(f *testing.F, ending string) {
	f.Helper()
	names, err := filepath.Glob("testdata/repository/*" + ending)
	if err != nil {
		f.Fatal(err)
	}
	more, err := filepath.Glob("testdata/repository/*/*" + ending)
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range append(names, more...) {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
}

// checkSpans sees that every span lies in the file.
func checkSpans(t *testing.T, size int, spans ...data.Span) {
	t.Helper()
	for _, s := range spans {
		if s.Start < 0 || s.End < s.Start || s.End > size || s.Line < 1 {
			t.Errorf("span %+v in a file of %d bytes", s, size)
		}
	}
}

func FuzzPython(f *testing.F) {
	addSeeds(f, ".py")
	f.Fuzz(func(t *testing.T, b []byte) {
		lock := mineOne(t, "train.py", b)
		lines := 1 + strings.Count(string(b), "\n")
		if p, err := source.ParsePython(data.LockedFile{}, b); err == nil {
			for _, s := range signature.Read(p.Tree, "n") {
				if s.Line < 1 || s.Line > lines {
					t.Errorf("signature %s in line %d of %d", s.Name, s.Line, lines)
				}
			}
			p.Close()
		}
		for _, s := range lock.Scripts {
			for _, o := range s.Options {
				if o.Line < 1 || o.Line > lines {
					t.Errorf("option %q in line %d of %d", o.Names, o.Line, lines)
				}
			}
		}
	})
}

func FuzzReadme(f *testing.F) {
	addSeeds(f, ".md")
	addSeeds(f, ".MD")
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, d := range mineOne(t, "README.md", b).Documents {
			for _, s := range d.Sections {
				checkSpans(t, len(b), s.Span)
			}
			for _, c := range d.Commands {
				checkSpans(t, len(b), c.Span)
			}
			for _, s := range d.Snippets {
				checkSpans(t, len(b), s.Span)
			}
		}
	})
}

func FuzzShell(f *testing.F) {
	addSeeds(f, ".sh")
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, s := range mineOne(t, "run.sh", b).Shells {
			for _, c := range s.Commands {
				checkSpans(t, len(b), c.Span)
			}
		}
	})
}

func FuzzLicence(f *testing.F) {
	addSeeds(f, "LICENSE")
	f.Fuzz(func(t *testing.T, b []byte) { mineOne(t, "LICENSE", b) })
}
