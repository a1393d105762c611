package fetch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/data"
	"podium/internal/store"
)

func TestMirror(t *testing.T) {
	f := newFixture(t)
	st := newStore(t)
	res, err := Repository(context.Background(), st, Mirror{f.template()}, f.repo)
	if err != nil {
		t.Fatal(err)
	}
	c, err := st.Commit(f.repo.Commit)
	if err != nil {
		t.Fatal(err)
	}
	if want := f.git("rev-parse", "HEAD^{tree}"); c.Tree != want {
		t.Errorf("tree %s, git says %s", c.Tree, want)
	}
	// git ls-tree is the judge of the file list.
	var got []string
	for _, x := range c.Files {
		kind, size := "blob", fmt.Sprint(x.Size)
		if x.Mode == store.ModeSubmodule {
			kind, size = "commit", "-"
		}
		got = append(got, fmt.Sprintf("%s %s %s %7s\t%s", x.Mode, kind, x.Blob, size, x.Path))
	}
	want := strings.Split(strings.TrimSuffix(f.git("ls-tree", "-r", "-l", "-z", "HEAD"), "\x00"), "\x00")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if res.Files != 14 || res.Stored != 12 || res.New != 11 {
		t.Errorf("result %+v: want 14 files, 12 stored as 11 new blobs", res)
	}
	wantNotes := []string{
		`"big.bin": 4194304 bytes; recorded, not stored`,
		`"link": a symbolic link`,
		`"makefile": differs from "Makefile" by case alone`,
		`"third_party/module": a submodule at 5555555555555555555555555555555555555555; not fetched`,
		`"weights.bin": a Git LFS pointer; what it points to is not fetched`,
	}
	var notes []string
	for _, n := range res.Notes {
		notes = append(notes, n.String())
	}
	if diff := cmp.Diff(wantNotes, notes); diff != "" {
		t.Error(diff)
	}
}

func TestMirrorBare(t *testing.T) {
	f := newFixture(t)
	bare := filepath.Join(t.TempDir(), "podium", "fixture.git")
	f.git("clone", "-q", "--bare", f.dir, bare)
	plain, cloned := newStore(t), newStore(t)
	for st, template := range map[*store.Store]string{
		plain:  f.template(),
		cloned: filepath.Join(filepath.Dir(filepath.Dir(bare)), "{owner}", "{name}.git"),
	} {
		if _, err := Repository(context.Background(), st, Mirror{template}, f.repo); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(contents(t, plain), contents(t, cloned)); diff != "" {
		t.Error("a bare mirror fills the store otherwise")
	}
}

func TestMirrorLinkedWorkTree(t *testing.T) {
	f := newFixture(t)
	linked := filepath.Join(t.TempDir(), "podium", "fixture")
	f.git("worktree", "add", "-q", linked)
	template := filepath.Join(filepath.Dir(filepath.Dir(linked)), "{owner}", "{name}")
	if _, err := Repository(context.Background(), newStore(t), Mirror{template}, f.repo); err != nil {
		t.Error(err)
	}
}

func TestMirrorThatBorrows(t *testing.T) {
	f := newFixture(t)
	shared := filepath.Join(t.TempDir(), "podium", "fixture")
	f.git("clone", "-q", "--bare", "--shared", f.dir, shared)
	template := filepath.Join(filepath.Dir(filepath.Dir(shared)), "{owner}", "{name}")
	_, err := Repository(context.Background(), newStore(t), Mirror{template}, f.repo)
	if err == nil || !strings.Contains(err.Error(), "borrows objects") {
		t.Errorf("error %v", err)
	}
}

func TestMirrorErrors(t *testing.T) {
	f := newFixture(t)
	other := f.repo
	other.Commit = strings.Repeat("0", 40)
	if _, err := Repository(context.Background(), newStore(t), Mirror{f.template()}, other); !errors.Is(err, ErrNoCommit) {
		t.Errorf("unknown commit: %v", err)
	}
	elsewhere := f.repo
	elsewhere.Repo = "nothing"
	if _, err := Repository(context.Background(), newStore(t), Mirror{f.template()}, elsewhere); !errors.Is(err, ErrNoRepository) {
		t.Errorf("unknown repository: %v", err)
	}
}

// A mirror may lack objects. A blob is told and recorded; a later run takes it
// from a mirror that has it.
func TestMirrorWithoutABlob(t *testing.T) {
	f := newFixture(t)
	id := f.git("rev-parse", "HEAD:private.txt")
	object := filepath.Join(f.dir, ".git", "objects", id[:2], id[2:])
	hidden := object + ".hidden"
	if err := os.Rename(object, hidden); err != nil {
		t.Fatal(err)
	}
	st := newStore(t)
	res, err := Repository(context.Background(), st, Mirror{f.template()}, f.repo)
	if err != nil {
		t.Fatal(err)
	}
	told := false
	for _, n := range res.Notes {
		told = told || n.Path == "private.txt" && strings.Contains(n.What, "not in the source")
	}
	c, err := st.Commit(f.repo.Commit)
	if err != nil {
		t.Fatal(err)
	}
	file, _ := c.Find("private.txt")
	if file.Stored || file.Size != -1 || !told {
		t.Errorf("%+v, told %v", file, told)
	}
	if err := os.Rename(hidden, object); err != nil {
		t.Fatal(err)
	}
	if _, err := Repository(context.Background(), st, Mirror{f.template()}, f.repo); err != nil {
		t.Fatal(err)
	}
	if c, err = st.Commit(f.repo.Commit); err != nil {
		t.Fatal(err)
	}
	if file, _ = c.Find("private.txt"); !file.Stored || file.Size != 21 {
		t.Errorf("after a whole mirror: %+v", file)
	}
}

func TestMirrorDamagedObject(t *testing.T) {
	f := newFixture(t)
	id := f.git("rev-parse", "HEAD:README.md")
	object := filepath.Join(f.dir, ".git", "objects", id[:2], id[2:])
	other := f.git("rev-parse", "HEAD:Makefile")
	b, err := os.ReadFile(filepath.Join(f.dir, ".git", "objects", other[:2], other[2:]))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(object, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(object, b, 0o644); err != nil {
		t.Fatal(err)
	}
	st := newStore(t)
	if _, err := Repository(context.Background(), st, Mirror{f.template()}, f.repo); err == nil {
		t.Error("another blob's content was taken")
	}
	if _, err := st.Commit(f.repo.Commit); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a commit was recorded: %v", err)
	}
}

func TestInterruptedFetchGoesOn(t *testing.T) {
	f := newFixture(t)
	st := newStore(t)
	ctx, cancel := context.WithCancel(context.Background())
	src := cutShort{Mirror{f.template()}, cancel}
	if _, err := Repository(ctx, st, src, f.repo); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	res, err := Repository(context.Background(), st, Mirror{f.template()}, f.repo)
	if err != nil {
		t.Fatal(err)
	}
	if res.New != 8 {
		t.Errorf("%d blobs fetched again, want 8: three were there", res.New)
	}
}

// cutShort is a mirror that is cancelled after three blobs.
type cutShort struct {
	Mirror
	cancel context.CancelFunc
}

func (c cutShort) Blobs(ctx context.Context, r data.Repository, commit store.Commit, want map[string]bool, put func([]byte) error) error {
	n := 0
	return c.Mirror.Blobs(ctx, r, commit, want, func(b []byte) error {
		if n++; n == 3 {
			c.cancel()
		}
		return put(b)
	})
}

// A name that is not UTF-8 has no place in a lock or a release: the repository is
// refused by that name, and nothing is recorded.
func TestMirrorNameThatIsNotUTF8(t *testing.T) {
	f := newFixture(t)
	f.git("update-index", "--add", "--cacheinfo", "100644,"+f.git("rev-parse", "HEAD:README.md")+",caf\xe9.md")
	f.git("-c", "user.name=Podium", "-c", "user.email=podium@example.com", "commit", "-q", "-m", "Odd name")
	f.repo.Commit = f.git("rev-parse", "HEAD")
	st := newStore(t)
	_, err := Repository(context.Background(), st, Mirror{f.template()}, f.repo)
	if err == nil || !strings.Contains(err.Error(), `path "caf\xe9.md" is not valid UTF-8`) {
		t.Errorf("error %v", err)
	}
	if _, err := st.Commit(f.repo.Commit); !errors.Is(err, store.ErrMissing) {
		t.Errorf("a commit was recorded: %v", err)
	}
}
