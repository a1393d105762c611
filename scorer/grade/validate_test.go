package grade_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/data"
	"podium/scorer/grade"
	"podium/scorer/table"
)

// Whether a submission is valid, and what is said of it, does not depend on what
// the answers hold: it is the same when every answer is another row's.
func TestValidateTellsNothingOfTheAnswers(t *testing.T) {
	all, err := data.Competitions(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, dir := range append(casesDirs(t), "../../data/demo/competitions") {
		for _, c := range all {
			if c.ID == "AI4Code" {
				continue // which cells a notebook has is public: only their order is the answer
			}
			g, err := grade.Open(data.Embedded(), c.ID)
			if err != nil {
				t.Fatal(err)
			}
			cases, _ := filepath.Glob(filepath.Join(dir, c.ID, "*", "answers.csv"))
			demo, _ := filepath.Glob(filepath.Join(dir, c.ID, "answers.csv"))
			cases = append(cases, demo...)
			for _, path := range cases {
				ans, err := g.ReadAnswers(path)
				if err != nil {
					t.Fatal(err)
				}
				submission := filepath.Join(filepath.Dir(path), "submission.csv")
				said, err := g.ValidateFile(submission, ans)
				if err != nil {
					continue // answers of a case that are no answers
				}
				other, err := g.ValidateFile(submission, shifted(t, path, c))
				if err != nil {
					t.Errorf("%s: %v", path, err)
				}
				if diff := cmp.Diff(said, other); diff != "" {
					t.Errorf("%s:\n%s", path, diff)
				}
				asked++
			}
		}
	}
	if asked == 0 {
		t.Error("no case was asked about")
	}
}

// shifted reads answers with each target moved to the next row.
func shifted(t *testing.T, path string, c data.Competition) *table.Table {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Skip(path, err)
	}
	head, rows := rows[0], rows[1:]
	for i := range c.Columns.Targets {
		k := slices.Index(head, c.Truth(i))
		if k < 0 {
			continue
		}
		last := rows[len(rows)-1][k]
		for n := len(rows) - 1; n > 0; n-- {
			rows[n][k] = rows[n-1][k]
		}
		rows[0][k] = last
	}
	ans, err := table.FromRows(head, rows)
	if err != nil {
		t.Fatal(err)
	}
	return ans
}
