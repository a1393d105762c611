package mine

import (
	"context"
	"slices"
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
		for _, task := range Touched(tasks, lock, []Difference{{file, "option --x is gone", []place{{}}}}) {
			got = append(got, task.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s touches %q, want %q", file, got, want)
		}
	}
}

// A command of a README concerns the tasks of its section and those that it starts.
func TestTouchedByADocument(t *testing.T) {
	st, r := fixture(t)
	lock, err := Repository(context.Background(), st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	after := *lock
	after.Documents = slices.Clone(lock.Documents)
	readme := &after.Documents[slices.IndexFunc(after.Documents, func(d data.Document) bool { return d.File == "README.md" })]
	tasks := []data.Task{
		{ID: "there", Readme: "README.md", Section: "usage-1", Entry: data.Entry{Script: "main.py"}},
		{ID: "elsewhere", Readme: "README.md", Section: "usage", Entry: data.Entry{Script: "main.py"}},
		{ID: "starts", Readme: "docs/readme.MD", Section: "sub", Entry: data.Entry{Script: "tools/positional.py"}},
		{ID: "calls", Readme: "docs/readme.MD", Section: "sub", Entry: data.Entry{API: "pkg:make_net"}},
	}
	for want, change := range map[string]func(){
		"there starts": func() { readme.Commands = readme.Commands[:len(readme.Commands)-1] },
		"there calls":  func() { readme.Snippets = readme.Snippets[1:] },
	} {
		kept := *readme
		change()
		var got []string
		for _, task := range Touched(tasks, lock, Compare(lock, &after)) {
			got = append(got, task.ID)
		}
		*readme = kept
		if strings.Join(got, " ") != want {
			t.Errorf("touched are %q, want %q", got, want)
		}
	}
}
