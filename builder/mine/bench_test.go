package mine

import (
	"bytes"
	"os"
	"testing"

	"podium/builder/mine/argparse"
	"podium/builder/mine/markdown"
	"podium/builder/mine/shell"
	"podium/builder/mine/signature"
	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/store"
)

// repeated is a file of the fixture, over and over, to about 64 KiB.
func repeated(b *testing.B, name string) []byte {
	b.Helper()
	text, err := os.ReadFile("testdata/repository/" + name)
	if err != nil {
		b.Fatal(err)
	}
	text = bytes.Repeat(append(text, '\n'), 1+(64<<10)/len(text))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return text
}

// BenchmarkPinned mines the catalogue's repositories, one after another, from the
// store in PODIUM_STORE. Its bytes are those of the Python,
// the shell scripts and the READMEs.
func BenchmarkPinned(b *testing.B) {
	dir := os.Getenv("PODIUM_STORE")
	if dir == "" {
		b.Skip("PODIUM_STORE names no store")
	}
	st, err := store.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	fsys, err := data.Open("")
	if err != nil {
		b.Fatal(err)
	}
	repositories, err := data.Repositories(fsys)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(pinnedBytes(b, st, repositories))
	for b.Loop() {
		for _, r := range repositories {
			tasks, err := data.Tasks(fsys, r.Name)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := Repository(b.Context(), st, r, tasks); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// pinnedBytes is the size of what the readers read: Python, shell and READMEs.
func pinnedBytes(b *testing.B, st *store.Store, repositories []data.Repository) int64 {
	b.Helper()
	var n int64
	for _, r := range repositories {
		c, err := st.Commit(r.Commit)
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range c.Files {
			if f.Stored && (source.IsPython(f.Path) || source.IsShell(f.Path) || source.IsReadme(f.Path)) {
				n += f.Size
			}
		}
	}
	return n
}

func BenchmarkPython(b *testing.B) {
	src := repeated(b, "train.py")
	for b.Loop() {
		p, err := source.ParsePython(data.LockedFile{File: "train.py"}, src)
		if err != nil {
			b.Fatal(err)
		}
		argparse.Compile(p)
		p.Close()
	}
}

func BenchmarkSignature(b *testing.B) {
	src := repeated(b, "pkg/models/net.py")
	for b.Loop() {
		p, err := source.ParsePython(data.LockedFile{}, src)
		if err != nil {
			b.Fatal(err)
		}
		signature.Read(p.Tree, "net")
		p.Close()
	}
}

func BenchmarkMarkdown(b *testing.B) {
	src := repeated(b, "README.md")
	for b.Loop() {
		if _, err := markdown.Read(src); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkShell(b *testing.B) {
	text := string(repeated(b, "scripts/run.sh"))
	for b.Loop() {
		if _, err := shell.Read(text, "."); err != nil {
			b.Fatal(err)
		}
	}
}
