package grade_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"podium/data"
	"podium/scorer/grade"
)

// TestWholeRun compares a run over several competitions with upstream's report:
// cases _grade/mixed, paths relative to the cases' folder.
func TestWholeRun(t *testing.T) {
	dirs := casesDirs(t)
	if len(dirs) < 2 {
		t.Skip("no cases beside the committed ones")
	}
	t.Chdir(dirs[1])
	f, err := os.Open("_grade/mixed/submissions.jsonl")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	lines, err := grade.ReadLines(f)
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Reports []map[string]any `json:"competition_reports"`
	}
	readJSON(t, "_grade/mixed/report.json", &want)
	var here []grade.Line
	var wanted []map[string]any
	for i, l := range lines {
		if l.Answers = answersBeside(l); l.Answers == "" {
			t.Logf("line %d: no answers of %s among the cases", l.Number, l.Competition)
			continue
		}
		here, wanted = append(here, l), append(wanted, want.Reports[i])
	}
	b := &grade.Batch{Catalogue: data.Embedded(), Leaderboards: "_grade/leaderboards", Workers: 2, Now: time.Now}
	if err := b.Prepare(here); err != nil {
		t.Fatal(err)
	}
	reports, err := b.Grade(t.Context(), here)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range reports {
		var got map[string]any
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		got["created_at"] = "*"
		if diff := cmp.Diff(any(wanted[i]), only(got, wanted[i])); diff != "" {
			t.Errorf("line %d: upstream - ours +\n%s", here[i].Number, diff)
		}
	}
}

// answersBeside finds the answers of a line among the cases of its competition.
func answersBeside(l grade.Line) string {
	files, _ := filepath.Glob(filepath.Join(l.Competition, "*", "answers.*"))
	if len(files) == 0 {
		return ""
	}
	return files[0]
}

// only keeps of got the members that want has, too.
func only(got, want any) any {
	g, ok := got.(map[string]any)
	w, ok2 := want.(map[string]any)
	if !ok || !ok2 {
		return got
	}
	out := map[string]any{}
	for k := range w {
		out[k] = g[k]
	}
	return out
}
