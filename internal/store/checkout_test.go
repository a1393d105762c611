package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestCheckoutModes(t *testing.T) {
	old := syscall.Umask(0o077) // a caller's umask has no say
	defer syscall.Umask(old)
	st := open(t)
	c := fixture(t, st)
	if err := st.PutCommit(c); err != nil {
		t.Fatal(err)
	}
	dir, err := st.Checkout(context.Background(), c.Commit)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]fs.FileMode{
		".":             fs.ModeDir | fs.ModeSticky | 0o777,
		"README.md":     0o444,
		"a":             fs.ModeDir | fs.ModeSticky | 0o777,
		"a.b":           0o444,
		"a/link":        fs.ModeSymlink | 0o777,
		"a/run.sh":      0o555,
		"a/z":           fs.ModeDir | fs.ModeSticky | 0o777,
		"a/z/deep.py":   0o444,
		"a0":            0o444,
		"ünïcode":       fs.ModeDir | fs.ModeSticky | 0o777,
		"ünïcode/名.txt": 0o444,
	}
	seen := 0
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		seen++
		rel, _ := filepath.Rel(dir, p)
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode() != want[rel] {
			t.Errorf("%s: mode %v, want %v", rel, info.Mode(), want[rel])
		}
		return nil
	})
	if err != nil || seen != len(want) {
		t.Errorf("%d entries, want %d (%v)", seen, len(want), err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "a/link")); err != nil || string(b) != "# Fixture\n" {
		t.Errorf("through the link: %q, %v", b, err)
	}
	again, err := st.Checkout(context.Background(), c.Commit)
	if err != nil || again != dir {
		t.Errorf("second checkout: %q, %v", again, err)
	}
}

// No link of a tree may lead out of it, not even by way of another link.
func TestLinksStayInside(t *testing.T) {
	for _, c := range []struct {
		name, target string
		want         bool
	}{
		{"link", "README.md", true},
		{"a/link", "../README.md", true},
		{"a/b/link", "../../c/./d//e", true},
		{"link", ".", true},
		{"a/link", "..", true},
		{"link", "..", false},
		{"link", "../outside", false},
		{"a/link", "../../outside", false},
		{"link", "/etc/passwd", false},
		{"link", "", false},
		{"link", "a\x00b", false},
		{"link", "a/..", false},    // a may be a link to elsewhere
		{"link", "a/../..", false}, //
	} {
		if got := staysInside(c.name, c.target); got != c.want {
			t.Errorf("staysInside(%q, %q) = %v", c.name, c.target, got)
		}
	}
}

func TestCheckoutLeavesOut(t *testing.T) {
	st := open(t)
	id, err := st.PutBlob([]byte("../../../etc/passwd"))
	if err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("b", 40)
	c := Commit{Repository: "podium/fixture", Commit: strings.Repeat("d", 40), Files: []File{
		{"big.bin", ModeFile, big, MaxBlob, false},
		{"escape", ModeSymlink, id, 19, true},
		{"module", ModeSubmodule, big, -1, false},
		{"unknown", ModeFile, big, -1, false},
	}}
	if c.Tree, err = TreeID(c.Files); err != nil {
		t.Fatal(err)
	}
	if err := st.PutCommit(c); err != nil {
		t.Fatal(err)
	}
	dir, err := st.Checkout(context.Background(), c.Commit)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 0 {
		t.Errorf("%v, %v: want an empty folder", entries, err)
	}
}

func TestCheckoutCancelledLeavesNothing(t *testing.T) {
	st := open(t)
	c := fixture(t, st)
	if err := st.PutCommit(c); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := st.Checkout(ctx, c.Commit); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	entries, err := os.ReadDir(filepath.Join(st.Dir(), "trees"))
	if err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}
