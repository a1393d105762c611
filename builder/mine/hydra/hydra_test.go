package hydra

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/builder/mine/source"
	"podium/data"
)

func TestFind(t *testing.T) {
	for src, want := range map[string]*Main{
		"import hydra\n@hydra.main(config_path=\"conf/\", config_name=\"config\")\ndef f(c): pass": {File: "a/conf/config.yaml", Line: 2},
		"from hydra import main\n@main('../conf', 'x.yaml')\ndef f(c): pass":                       {File: "conf/x.yaml", Line: 2},
		"import hydra\n@hydra.main(config_name=NAME)\ndef f(c): pass":                              {Line: 2, Unread: "the configuration of hydra.main is computed"},
		"import hydra\n@hydra.main()\ndef f(c): pass":                                              {Line: 2, Unread: "hydra.main names no configuration"},
		"@other.main('x')\ndef f(c): pass":                                                         nil,
	} {
		p, err := source.ParsePython(data.LockedFile{File: "a/train.py"}, []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, Find(p)); diff != "" {
			t.Errorf("%s\n%s", src, diff)
		}
		p.Close()
	}
}

func TestOptions(t *testing.T) {
	options, err := Options([]byte("defaults: [a]\nseed: 0\npath:  # none\ntask:\n  lr: 1e-3\n  sizes: [1, 2]\nhydra:\n  x: 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, o := range options {
		text := o.Names[0]
		if o.Default != nil {
			text += "=" + *o.Default
		}
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{"seed=0", "path=", "task.lr=1e-3", "task.sizes"}, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzOptions(f *testing.F) {
	f.Add([]byte("a: &x {b: 1}\nc: *x\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = Options(b)
		_ = Composed(b)
	})
}
