package store

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fixture is a commit with every kind of file. Its tree id was computed by git:
// see TestTreeIDEqualsGits, which asks git again where git is installed.
func fixture(t *testing.T, st *Store) Commit {
	t.Helper()
	contents := []struct{ path, mode, content string }{
		{"README.md", ModeFile, "# Fixture\n"},
		{"a.b", ModeFile, "sorts before a/ as a file, after it nowhere\n"},
		{"a/link", ModeSymlink, "../README.md"},
		{"a/run.sh", ModeExecutable, "#!/bin/sh\necho hello\n"},
		{"a/z/deep.py", ModeFile, "print(1)\n"},
		{"a0", ModeFile, ""},
		{"ünïcode/名.txt", ModeFile, "text\n"},
	}
	c := Commit{Repository: "podium/fixture", Commit: strings.Repeat("c", 40)}
	for _, f := range contents {
		id, err := st.PutBlob([]byte(f.content))
		if err != nil {
			t.Fatal(err)
		}
		c.Files = append(c.Files, File{f.path, f.mode, id, int64(len(f.content)), true})
	}
	tree, err := TreeID(c.Files)
	if err != nil {
		t.Fatal(err)
	}
	c.Tree = tree
	return c
}

func open(t *testing.T) *Store {
	t.Helper()
	st, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// The ids are what `git hash-object` prints.
func TestBlobIDIsGits(t *testing.T) {
	for content, want := range map[string]string{
		"":        "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
		"hello\n": "ce013625030ba8dba906f756967f9e9ca394464a",
	} {
		if got := BlobID([]byte(content)); got != want {
			t.Errorf("BlobID(%q) = %s, want %s", content, got, want)
		}
	}
}

func TestTreeIDEqualsGits(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	st := open(t)
	c := fixture(t, st)
	dir := t.TempDir()
	git := func(stdin string, args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+dir)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	git("", "init", "-q")
	for _, f := range c.Files {
		b, err := st.Blob(f.Blob)
		if err != nil {
			t.Fatal(err)
		}
		if id := git(string(b), "hash-object", "-w", "--stdin"); id != f.Blob {
			t.Errorf("%s: git says %s, we %s", f.Path, id, f.Blob)
		}
		git("", "update-index", "--add", "--cacheinfo", f.Mode+","+f.Blob+","+f.Path)
	}
	if want := git("", "write-tree"); c.Tree != want {
		t.Errorf("TreeID = %s, git write-tree says %s", c.Tree, want)
	}
}

func TestRoundTrip(t *testing.T) {
	st := open(t)
	c := fixture(t, st)
	if err := st.PutCommit(c); err != nil {
		t.Fatal(err)
	}
	got, err := st.Commit(c.Commit)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(c, got); diff != "" {
		t.Error(diff)
	}
	f, ok := got.Find("a/run.sh")
	if !ok || f.Mode != ModeExecutable {
		t.Errorf("Find(a/run.sh) = %+v, %v", f, ok)
	}
	if _, ok := got.Find("a"); ok {
		t.Error("Find(a) finds a folder")
	}
}

func TestMissingAndDamagedAreTold(t *testing.T) {
	st := open(t)
	c := fixture(t, st)
	if _, err := st.Commit(c.Commit); !errors.Is(err, ErrMissing) {
		t.Errorf("missing commit: %v", err)
	}
	if _, err := st.Blob(strings.Repeat("0", 40)); !errors.Is(err, ErrMissing) {
		t.Errorf("missing blob: %v", err)
	}
	for _, id := range []string{"", "../../etc/passwd", strings.Repeat("A", 40)} {
		if _, err := st.Blob(id); err == nil || errors.Is(err, ErrMissing) {
			t.Errorf("Blob(%q): %v, want an error about the id", id, err)
		}
	}
	id := c.Files[0].Blob
	name := st.blobName(id)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := st.PutCommit(c); !errors.Is(err, ErrMissing) {
		t.Errorf("a commit without its blobs was recorded: %v", err)
	}
	if err := os.WriteFile(name, []byte("# Fixturf\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Blob(id); !errors.Is(err, ErrDamaged) {
		t.Errorf("damaged blob: %v", err)
	}
	// Putting it again mends it.
	if _, err := st.PutBlob([]byte("# Fixture\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Blob(id); err != nil {
		t.Errorf("mended blob: %v", err)
	}
}

func TestCommitMustAddUp(t *testing.T) {
	st := open(t)
	for name, change := range map[string]func(c *Commit){
		"other tree":     func(c *Commit) { c.Tree = strings.Repeat("0", 40) },
		"mode":           func(c *Commit) { c.Files[0].Mode = ModeExecutable },
		"odd mode":       func(c *Commit) { c.Files[0].Mode = "100600" },
		"order":          func(c *Commit) { c.Files[0], c.Files[1] = c.Files[1], c.Files[0] },
		"twice":          func(c *Commit) { c.Files = append(c.Files[:1], c.Files...) },
		"size":           func(c *Commit) { c.Files[0].Size++ },
		"file gone":      func(c *Commit) { c.Files = c.Files[1:] },
		"absolute path":  func(c *Commit) { c.Files[0].Path = "/README.md" },
		"climbing path":  func(c *Commit) { c.Files[0].Path = "../README.md" },
		"git folder":     func(c *Commit) { c.Files[0].Path = ".GIT/config" },
		"no UTF-8":       func(c *Commit) { c.Files[0].Path = "\xff" },
		"file as folder": func(c *Commit) { c.Files[1].Path = "README.md/x" },
	} {
		c := fixture(t, st)
		change(&c)
		if err := st.PutCommit(c); err == nil {
			t.Errorf("%s: recorded", name)
		}
	}
}

func TestLargeBlobIsNotStored(t *testing.T) {
	st := open(t)
	if _, err := st.PutBlob(make([]byte, MaxBlob)); err == nil {
		t.Error("a blob of MaxBlob bytes was stored")
	}
	if _, err := st.PutBlob(make([]byte, MaxBlob-1)); err != nil {
		t.Error(err)
	}
}

func TestConcurrentUse(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			st, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			c := fixture(t, st)
			if err := st.PutCommit(c); err != nil {
				t.Error(err)
			}
			if _, err := st.Checkout(context.Background(), c.Commit); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "*", ".new-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
