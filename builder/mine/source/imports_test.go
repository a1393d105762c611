package source

import (
	"strings"
	"testing"

	"podium/data"
	"podium/internal/store"
)

func repository(files ...string) *Repository {
	var c store.Commit
	for _, f := range files {
		c.Files = append(c.Files, store.File{Path: f, Mode: store.ModeFile, Stored: true})
	}
	return New(data.Repository{Folder: "learning3d", Repo: "learning3d"}, c, nil)
}

func TestModuleName(t *testing.T) {
	plain := repository("GroundingDINO/groundingdino/__init__.py", "GroundingDINO/groundingdino/util/inference.py",
		"GroundingDINO/setup.py", "model/__init__.py", "model/attention/SE.py", "python/dgl/__init__.py", "python/dgl/data/__init__.py",
		"src/training/__init__.py", "src/training/main.py", "tools/x.py")
	for file, want := range map[string]string{
		"GroundingDINO/groundingdino/util/inference.py": "groundingdino.util.inference",
		"model/attention/SE.py":                         "model.attention.SE",
		"python/dgl/data/__init__.py":                   "dgl.data",
		"src/training/main.py":                          "training.main",
		"tools/x.py":                                    "tools.x",
	} {
		if got := plain.ModuleName(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
		if got := plain.Module("README.md", want); got != file {
			t.Errorf("%s means %q, want %s", want, got, file)
		}
	}
	// The root itself is a package, named as its folder is.
	root := repository("__init__.py", "models/__init__.py", "models/net.py")
	if got := root.ModuleName("models/net.py"); got != "learning3d.models.net" {
		t.Errorf("in a package's root: %s", got)
	}
	if got := root.Module("x.py", "learning3d.models"); got != "models/__init__.py" {
		t.Errorf("the root's own name: %q", got)
	}
}

func TestModule(t *testing.T) {
	r := repository("a/pkg/__init__.py", "a/pkg/m.py", "a/pkg/sub/n.py", "a/train.py", "m.py")
	for _, c := range []struct{ file, module, want string }{
		{"a/train.py", "pkg.m", "a/pkg/m.py"},
		{"a/pkg/m.py", "pkg", "a/pkg/__init__.py"},
		{"a/pkg/sub/n.py", "..m", "a/pkg/m.py"},
		{"a/pkg/sub/n.py", ".n", "a/pkg/sub/n.py"},
		{"a/pkg/m.py", "m", "a/pkg/m.py"}, // beside it comes first
		{"a/train.py", "m", "m.py"},
		{"a/train.py", "numpy", ""},
		{"a/train.py", "learning3d.m", "m.py"}, // from beside the checkout
		{"m.py", "pkg", ""},
		{"m.py", strings.Repeat(".", 99) + "x", ""},
	} {
		if got := r.Module(c.file, c.module); got != c.want {
			t.Errorf("%s imports %s: %q, want %q", c.file, c.module, got, c.want)
		}
	}
}

func TestLicenceNames(t *testing.T) {
	for name, want := range map[string]bool{
		"LICENSE": true, "a/LICENSE.txt": true, "LICENSE-MODEL": true, "COPYING.md": true, "licence": true, "Notice": true,
		"licensed.py": false, "LICENSES/x": false, "license_check.py": false,
	} {
		if got := IsLicence(name); got != want {
			t.Errorf("IsLicence(%q) = %v", name, got)
		}
	}
}
