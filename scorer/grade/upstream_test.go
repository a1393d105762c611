package grade_test

import (
	"encoding/json"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"podium/data"
	"podium/scorer/grade"
	"podium/scorer/table"
)

// TestUpstream scores the submissions of testdata/upstream/<competition>.txtar,
// whose expected.json says what upstream's grader answered when it was run on them.
func TestUpstream(t *testing.T) {
	files, _ := filepath.Glob("testdata/upstream/*.txtar")
	if len(files) < 80 {
		t.Fatalf("%d files of upstream's answers", len(files))
	}
	for _, name := range files {
		id := strings.TrimSuffix(filepath.Base(name), ".txtar")
		g, err := grade.Open(data.Embedded(), id)
		if err != nil {
			t.Error(err)
			continue
		}
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, f := range archive.Files {
			texts[f.Name] = string(f.Data)
		}
		ans := readTable(t, texts["answers.csv"])
		for _, f := range archive.Files {
			if path.Base(f.Name) != "expected.json" {
				continue
			}
			dir := path.Dir(f.Name)
			t.Run(id+"/"+dir, func(t *testing.T) {
				var want expectation
				if err := json.Unmarshal(f.Data, &want); err != nil {
					t.Fatal(err)
				}
				s, err := g.Score(readTable(t, texts[dir+"/submission.csv"]), ans)
				if err != nil {
					t.Fatal(err)
				}
				checkScore(t, want, s.Paper, g.Competition.Metric.Name)
				checkStrict(t, s, dir)
			})
		}
	}
}

// checkStrict checks what strict promises of every competition.
func checkStrict(t *testing.T, s grade.Scores, name string) {
	t.Helper()
	refused := map[string]bool{"dup_id": true, "fewer": true, "unknown_id": true, "no_target": true}
	if refused[name] && s.Strict.Value != nil {
		t.Errorf("strict scores %v", *s.Strict.Value)
	}
	if name == "base" && s.Strict.Value == nil && s.Paper.Value != nil {
		t.Errorf("strict refuses a plain submission: %v", s.Strict.Refusal)
	}
}

func readTable(t *testing.T, text string) *table.Table {
	t.Helper()
	tab, err := table.Read(strings.NewReader(text), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestShuffledIsTheSame: strict does not care for the order of rows.
func TestShuffledIsTheSame(t *testing.T) {
	files, _ := filepath.Glob("testdata/upstream/*.txtar")
	for _, name := range files {
		id := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(id, func(t *testing.T) {
			g, err := grade.Open(data.Embedded(), id)
			if err != nil {
				t.Fatal(err)
			}
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			for _, f := range archive.Files {
				texts[f.Name] = string(f.Data)
			}
			ans := readTable(t, texts["answers.csv"])
			plain, err := g.Score(readTable(t, texts["base/submission.csv"]), ans)
			if err != nil {
				t.Fatal(err)
			}
			shuffled, err := g.Score(readTable(t, texts["shuffled/submission.csv"]), ans)
			if err != nil {
				t.Fatal(err)
			}
			if p, s := plain.Strict, shuffled.Strict; (p.Value == nil) != (s.Value == nil) || p.Value != nil && *p.Value != *s.Value {
				t.Errorf("strict: %v, shuffled %v", describe(p), describe(s))
			}
		})
	}
}
