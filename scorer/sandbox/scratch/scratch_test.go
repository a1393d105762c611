package scratch

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func open(t *testing.T, base string) *Scratch {
	t.Helper()
	s, err := Open(base)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRunsBesideEachOther(t *testing.T) {
	base := t.TempDir()
	a, b := open(t, base), open(t, base)
	if !b.Alive(a.Run) || !a.Alive(b.Run) {
		t.Error("a live run counts as dead")
	}
	for _, run := range []string{"nobody", "", "..", "a/b", "."} {
		if a.Alive(run) {
			t.Errorf("run %q counts as alive", run)
		}
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if b.Alive(a.Run) {
		t.Error("a closed run counts as alive")
	}
	if _, err := os.Stat(a.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a closed run's folder: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func TestBaseOfOthers(t *testing.T) {
	base := t.TempDir()
	if err := os.Chmod(base, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(base); err == nil {
		t.Error("a base that anyone can write to is taken")
	}
}

// A dead run is one whose lock no one holds. Its mounts go before its files.
func TestSweep(t *testing.T) {
	base, tree := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(tree, "tracked"), []byte("tracked"), 0o444); err != nil {
		t.Fatal(err)
	}
	dead := open(t, base)
	if err := CanMount(dead); err == nil {
		job, err := dead.NewJob(tree, Bounds{Disk: 1 << 20, Inodes: 100, Tmp: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(job.Tree, "new"), []byte("new"), 0o644); err != nil {
			t.Fatal(err)
		}
	} else {
		t.Logf("without mounts: %v", err)
	}
	dead.lock.Close() // as the kernel does when a process ends

	live := open(t, base)
	defer live.Close()
	if _, err := os.Stat(dead.Dir()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the dead run's folder: %v", err)
	}
	if mounts, err := below(base); err != nil || len(mounts) > 0 {
		t.Errorf("mounts left: %v, %v", mounts, err)
	}
	if names, err := os.ReadDir(tree); err != nil || len(names) != 1 {
		t.Errorf("the tree has %v, %v, want its one file", names, err)
	}
}

func TestJob(t *testing.T) {
	s := open(t, t.TempDir())
	defer s.Close()
	if err := CanMount(s); err != nil {
		t.Skip(err)
	}
	tree := t.TempDir()
	if err := os.WriteFile(filepath.Join(tree, "tracked"), []byte("tracked"), 0o444); err != nil {
		t.Fatal(err)
	}
	j, err := s.NewJob(tree, Bounds{Disk: 64 << 10, Inodes: 20, Tmp: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(j.Tree, "tracked")); err != nil || !bytes.Equal(b, []byte("tracked")) {
		t.Errorf("the tree's file: %q, %v", b, err)
	}
	if err := os.WriteFile(filepath.Join(j.Tree, "big"), make([]byte, 1<<20), 0o644); !errors.Is(err, unix.ENOSPC) {
		t.Errorf("1 MiB in a top of 64 KiB: %v", err)
	}
	info, err := os.Stat(j.Tree)
	if err != nil || info.Mode().Perm() != 0o777 || info.Mode()&os.ModeSticky == 0 {
		t.Errorf("the top's mode: %v, %v", info.Mode(), err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if names, err := os.ReadDir(tree); err != nil || len(names) != 1 {
		t.Errorf("the tree has %v, %v, want its one file", names, err)
	}
	if _, err := s.NewJob(filepath.Join(tree, "tracked"), Bounds{}); err == nil {
		t.Error("a file is taken for a tree")
	}
}

func FuzzUnescape(f *testing.F) {
	f.Add("/a b\\")
	f.Add(`/tmp/\040\134x`)
	f.Fuzz(func(t *testing.T, s string) {
		unescape(s) // survives anything
		escaped := ""
		for _, c := range []byte(s) {
			switch c {
			case ' ', '\t', '\n', '\\':
				escaped += "\\" + string([]byte{'0' + c>>6, '0' + c>>3&7, '0' + c&7})
			default:
				escaped += string([]byte{c})
			}
		}
		if got := unescape(escaped); got != s {
			t.Errorf("unescape(%q) = %q, want %q", escaped, got, s)
		}
	})
}
