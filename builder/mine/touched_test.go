package mine

import (
	"context"
	"strings"
	"testing"

	"podium/data"
)

func TestTouched(t *testing.T) {
	st, r := fixture(t)
	lock, err := Repository(context.Background(), st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	tasks := []data.Task{
		{ID: "script", Directory: ".", Readme: "docs/readme.MD", Entry: data.Entry{Script: "train.py"}},
		{ID: "api", Readme: "docs/readme.MD", Entry: data.Entry{API: "pkg:make_net"}},
		{ID: "module", Readme: "README.md", Entry: data.Entry{Module: "core.main", File: "src/core/main.py"}},
	}
	for file, want := range map[string]string{
		"train.py":          "script",
		"pkg/cli.py":        "script", // declares some of train.py's options
		"pkg/models/net.py": "api",    // through two packages
		"README.md":         "module",
		"src/core/main.py":  "module",
		"docs/readme.MD":    "script api",
		"tools/old.py":      "",
	} {
		var got []string
		for _, task := range Touched(tasks, lock, []Difference{{file, "option --x is gone"}}) {
			got = append(got, task.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s touches %q, want %q", file, got, want)
		}
	}
}
