package mine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"podium/data"
	"podium/internal/store"
)

var update = flag.Bool("update", false, "write the golden files")

// fixture puts the files below testdata/repository into a store. They hold one
// example of each trap that the pinned repositories have.
func fixture(t testing.TB) (*store.Store, data.Repository) {
	t.Helper()
	r := data.Repository{Name: "fixture", Owner: "podium", Repo: "fixture", Folder: "fixture", Commit: strings.Repeat("f", 40)}
	return filled(t, filepath.Join("testdata", "repository"), r), r
}

// filled is a store that has the files below root as the repository's pin.
func filled(t testing.TB, root string, r data.Repository) *store.Store {
	t.Helper()
	st, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := store.Commit{Repository: r.Owner + "/" + r.Repo, Commit: r.Commit}
	err = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		id, err := st.PutBlob(b)
		rel, _ := filepath.Rel(root, p)
		c.Files = append(c.Files, store.File{
			Path: filepath.ToSlash(rel), Mode: store.ModeFile, Blob: id, Size: int64(len(b)), Stored: true,
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(c.Files, func(a, b store.File) int { return cmp.Compare(a.Path, b.Path) })
	if c.Tree, err = store.TreeID(c.Files); err != nil {
		t.Fatal(err)
	}
	if err := st.PutCommit(c); err != nil {
		t.Fatal(err)
	}
	return st
}

// The golden lock was read line by line against the fixture when it was made, and
// scripts/judge-mine.py finds no difference between the two.
func TestFixture(t *testing.T) {
	st, r := fixture(t)
	lock, err := Repository(context.Background(), st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := lock.Encode()
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "fixture.lock.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Error(diff)
	}
	read, err := data.DecodeLock(got)
	if err != nil {
		t.Fatal(err)
	}
	again, err := read.Encode()
	if err != nil || !bytes.Equal(got, again) {
		t.Errorf("a lock that is read and written again is another (%v)", err)
	}
}

// The demonstration's committed lock is what mining its repository gives.
func TestDemonstration(t *testing.T) {
	catalogue, err := data.Open(filepath.Join("..", "..", "data", "demo"))
	if err != nil {
		t.Fatal(err)
	}
	repositories, err := data.Repositories(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range repositories {
		tasks, err := data.Tasks(catalogue, r.Name)
		if err != nil {
			t.Fatal(err)
		}
		st := filled(t, filepath.Join("..", "..", "data", "demo", "repository"), r)
		got, err := Repository(context.Background(), st, r, tasks)
		if err != nil {
			t.Fatal(err)
		}
		want, err := data.ReadLock(catalogue, r.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range Compare(want, got) {
			t.Errorf("%s: %s; mine it again", r.Name, d)
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// Every span of the lock must hold what it says, in bytes of the file.
func TestSpansHoldTheirCommands(t *testing.T) {
	st, r := fixture(t)
	lock, err := Repository(context.Background(), st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	check := func(f data.LockedFile, commands []data.Command) {
		src, err := st.Blob(f.Blob)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range commands {
			text := string(src[c.Start:c.End])
			want := c.Script + c.Module
			if !strings.Contains(text, want) || strings.TrimSpace(text) != text {
				t.Errorf("%s: bytes %d to %d are %q, which do not start %s", f.File, c.Start, c.End, text, want)
			}
			if line := 1 + bytes.Count(src[:c.Start], []byte("\n")); line != c.Line {
				t.Errorf("%s: %q is in line %d, not %d", f.File, text, line, c.Line)
			}
		}
	}
	for _, d := range lock.Documents {
		check(d.LockedFile, d.Commands)
	}
	for _, s := range lock.Shells {
		check(s.LockedFile, s.Commands)
	}
}

func TestNotFetched(t *testing.T) {
	st, r := fixture(t)
	r.Commit = strings.Repeat("0", 40)
	if _, err := Repository(context.Background(), st, r, nil); !errors.Is(err, store.ErrMissing) {
		t.Errorf("error %v", err)
	}
}

func TestCompare(t *testing.T) {
	st, r := fixture(t)
	ctx := context.Background()
	before, err := Repository(ctx, st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	after, err := Repository(ctx, st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if ds := Compare(before, after); len(ds) != 0 {
		t.Errorf("a lock differs from itself: %v", ds)
	}
	train, _ := after.Script("train.py")
	for i := range after.Scripts {
		if after.Scripts[i].File == train.File {
			after.Scripts[i].Options = slices.Clone(train.Options[1:])
			other := "17"
			after.Scripts[i].Options[0].Default = &other
		}
	}
	after.Documents[0].Commands = after.Documents[0].Commands[1:]
	var got []string
	for _, d := range Compare(before, after) {
		got = append(got, d.String())
	}
	want := []string{
		`README.md: command crlf.py is gone`,
		`train.py: option --lr is gone`,
		`train.py: option -j --workers: default was "2 ** 3", is "17"`,
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkFixture(b *testing.B) {
	st, r := fixture(b)
	for b.Loop() {
		if _, err := Repository(context.Background(), st, r, nil); err != nil {
			b.Fatal(err)
		}
	}
}
