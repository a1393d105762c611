package store

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"
)

// Whatever a commit's file holds: what is accepted is safe to lay out.
func FuzzDecodeCommit(f *testing.F) {
	st, err := Open(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	id, err := st.PutBlob(nil)
	if err != nil {
		f.Fatal(err)
	}
	c := Commit{Repository: "o/n", Commit: strings.Repeat("a", 40), Files: []File{{"a/b", ModeFile, id, 0, true}}}
	if c.Tree, err = TreeID(c.Files); err != nil {
		f.Fatal(err)
	}
	seed, err := json.Marshal(c)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte(`{"repository":"o/n","commit":"","tree":"","files":[{"path":"../x"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := decodeCommit(b)
		if err != nil {
			return
		}
		for _, f := range c.Files {
			if !fs.ValidPath(f.Path) || f.Path == "." {
				t.Errorf("path %q was accepted", f.Path)
			}
		}
	})
}

// An accepted link's target, taken from the link's own folder, is in the tree.
func FuzzStaysInside(f *testing.F) {
	f.Add("a/link", "../README.md")
	f.Add("link", "..")
	f.Fuzz(func(t *testing.T, name, target string) {
		if CheckPath(name) != nil || !staysInside(name, target) {
			return
		}
		if p := path.Join("/", path.Dir(name), target); !strings.HasPrefix(p, "/") {
			t.Errorf("%q -> %q is %q", name, target, p)
		}
		if p := path.Join(path.Dir(name), target); p == ".." || strings.HasPrefix(p, "../") {
			t.Errorf("%q -> %q leaves the tree", name, target)
		}
	})
}
