package check

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"podium/schemas"
)

// corpusCase is an output with the verdict it must get from the static half of strict.
type corpusCase struct {
	name          string
	verdict, code string
	output        string
	sample        *schemas.Sample
	task          *schemas.Task
}

// corpus reads testdata/corpus/*.txtar. Adding a case is adding a section.
func corpus(t testing.TB) []corpusCase {
	t.Helper()
	files, err := filepath.Glob("testdata/corpus/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	var cases []corpusCase
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var sample *schemas.Sample
		var task *schemas.Task
		for _, section := range archive.Files {
			switch section.Name {
			case "task.json":
				task = unmarshal[schemas.Task](t, file, section)
				continue
			case "sample.json":
				sample = unmarshal[schemas.Sample](t, file, section)
				continue
			}
			verdict, name, _ := strings.Cut(section.Name, " ")
			verdict, code, _ := strings.Cut(verdict, ":")
			if verdict == "pass" {
				verdict = ""
			}
			cases = append(cases, corpusCase{
				name:    strings.TrimSuffix(filepath.Base(file), ".txtar") + "/" + name,
				verdict: verdict, code: code, output: string(section.Data), sample: sample, task: task,
			})
		}
	}
	return cases
}

func unmarshal[T any](t testing.TB, file string, section txtar.File) *T {
	t.Helper()
	var v T
	if err := json.Unmarshal(section.Data, &v); err != nil {
		t.Fatalf("%s: %s: %v", file, section.Name, err)
	}
	return &v
}

func TestCorpus(t *testing.T) {
	for _, c := range corpus(t) {
		t.Run(c.name, func(t *testing.T) {
			got := Check(c.sample, c.task, c.output).Strict
			if got.Verdict != c.verdict {
				t.Fatalf("verdict %q, want %q\nreasons: %+v\n%s", got.Verdict, c.verdict, got.Reasons, c.output)
			}
			if c.code != "" && !slices.ContainsFunc(got.Reasons, func(r Reason) bool { return r.Verdict == c.verdict && r.Code == c.code }) {
				t.Errorf("no reason %q: %+v", c.code, got.Reasons)
			}
		})
	}
}
