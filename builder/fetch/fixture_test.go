package fetch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"podium/data"
	"podium/internal/store"
)

// fixture is a git repository of our own with one of every kind of file.
type fixture struct {
	t    *testing.T
	dir  string
	repo data.Repository
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: it makes the fixture")
	}
	root := t.TempDir()
	f := &fixture{t: t, dir: filepath.Join(root, "podium", "fixture")}
	write := func(name, content string, perm os.FileMode) {
		p := filepath.Join(f.dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), perm); err != nil {
			t.Fatal(err)
		}
	}
	write("README.md", "# Fixture\n", 0o644)
	write("Makefile", "all:\n", 0o644)
	write("makefile", "all: other\n", 0o644)
	write("bin/run.sh", "#!/bin/sh\necho hello\n", 0o755)
	write("copy.md", "# Fixture\n", 0o644) // the README's blob again
	write("名/ümlaut.py", "print('text')\n", 0o644)
	write(".gitattributes", "private.txt export-ignore\nversion.txt export-subst\n", 0o644)
	write("private.txt", "left out of archives\n", 0o644)
	write("version.txt", "$Format:%H$\n", 0o644)
	write("weights.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 5\n", 0o644)
	write("big.bin", strings.Repeat("0123456789abcdef", store.MaxBlob/16), 0o644)
	write("almost.bin", strings.Repeat("x", store.MaxBlob-1), 0o644)
	if err := os.Symlink("README.md", filepath.Join(f.dir, "link")); err != nil {
		t.Fatal(err)
	}
	f.git("init", "-q")
	f.git("add", "-A")
	f.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("5", 40)+",third_party/module")
	f.git("-c", "user.name=Podium", "-c", "user.email=podium@example.com", "commit", "-q", "-m", "Fixture")
	f.repo = data.Repository{Name: "fixture", Owner: "podium", Repo: "fixture", Commit: f.git("rev-parse", "HEAD")}
	return f
}

// git runs git in the fixture and returns what it prints, less the last newline.
func (f *fixture) git(args ...string) string {
	f.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = f.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+f.dir,
		"GIT_AUTHOR_DATE=2026-01-01T00:00:00Z", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	out, err := cmd.Output()
	if err != nil {
		f.t.Fatalf("git %v: %v", args, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// template is for a Mirror whose one repository is the fixture.
func (f *fixture) template() string {
	return filepath.Join(filepath.Dir(filepath.Dir(f.dir)), "{owner}", "{name}")
}

func newStore(t *testing.T) *store.Store {
	t.Helper()
	st, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// contents are all files of a store by name.
func contents(t *testing.T, st *store.Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.Walk(st.Dir(), func(p string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		b, err := os.ReadFile(p)
		rel, _ := filepath.Rel(st.Dir(), p)
		all[rel] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
