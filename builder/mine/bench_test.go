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
