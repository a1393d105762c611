package sandboxtest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// tracked are the files of the suite's tree.
var tracked = map[string]string{
	"README.md":        "A tree for tests.\n",
	"train.py":         "print('tracked train')\n",
	"run.sh":           "echo tracked run\n",
	"pkg/__init__.py":  "",
	"pkg/model.py":     "VALUE = 'tracked'\n",
	"taken/temp.py":    "print('the tracked one')\n",
	"taken/temp_1.py":  "print('the tracked one')\n",
	"a b/ü/deep.txt":   "deep\n",
	"empty/.gitignore": "",
}

// Tree makes a tree as store.Checkout leaves one: files read-only, folders sticky
// and open to all.
func Tree(t testing.TB) string {
	root := t.TempDir()
	for name, text := range tracked {
		p := filepath.Join(root, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(p), 0o755))
		must(t, os.WriteFile(p, []byte(text), 0o444))
	}
	must(t, filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			err = os.Chmod(p, os.ModeSticky|0o777)
		}
		return err
	}))
	return root
}

// digest covers names, modes and contents of a tree.
func digest(t testing.TB, root string) string {
	h := sha256.New()
	must(t, filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v\n", p, info.Mode())
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(p)
			fmt.Fprintf(h, "%x %v\n", sha256.Sum256(b), err)
		}
		return nil
	}))
	return hex.EncodeToString(h.Sum(nil))
}

// Init builds the static scorer, the sandboxes' first process. PODIUM_INIT names
// one that is there already.
func Init(t testing.TB) string {
	for _, name := range []string{"PODIUM_INIT", crashInit} {
		if file := os.Getenv(name); file != "" {
			return file
		}
	}
	file := filepath.Join(t.TempDir(), "scorer")
	cmd := exec.Command("go", "build", "-tags", "netgo,osusergo", "-ldflags", "-linkmode external -extldflags -static", "-o", file, "podium/scorer")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the static scorer: %v\n%s", err, out)
	}
	return file
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
