package grade_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"podium/data"
	"podium/scorer/grade"
)

// casesDirs are folders of cases <competition>/<case>/{submission.csv, answers.*,
// expected.json} whose expected.json says what upstream's own grader answered
// (scikit-learn 1.9.0, pandas 2.3.3, NumPy 2.4.6): ours, and those of
// PODIUM_CASES_DIR or a folder shared/mlebench/cases beside the checkout.
func casesDirs(t *testing.T) []string {
	dirs := []string{"testdata/cases"}
	more := os.Getenv("PODIUM_CASES_DIR")
	if more == "" {
		more = "../../../shared/mlebench/cases"
	}
	if _, err := os.Stat(more); err != nil {
		t.Logf("only the committed cases: %v (PODIUM_CASES_DIR names more)", err)
		return dirs
	}
	return append(dirs, more)
}

// expectation is a case's expected.json.
type expectation struct {
	Score   *float64 `json:"score"`
	Error   bool     `json:"error"`
	Raw     *float64 `json:"raw"`
	Type    string   `json:"ret"`
	Special string   `json:"special"`
	Crash   string   `json:"crash"`
	Note    string   `json:"note"`
	Quirk   bool     `json:"quirk"`

	VersionSensitive map[string]json.RawMessage `json:"version_sensitive"`
}

// TestCases: paper answers what upstream answered, to the last of five decimals.
func TestCases(t *testing.T) {
	for _, dir := range casesDirs(t) {
		all, err := data.Competitions(data.Embedded())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			cases, _ := filepath.Glob(filepath.Join(dir, c.ID, "*", "expected.json"))
			if len(cases) == 0 {
				continue
			}
			g, err := grade.Open(data.Embedded(), c.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range cases {
				t.Run(c.ID+"/"+filepath.Base(filepath.Dir(name)), func(t *testing.T) { testCase(t, g, filepath.Dir(name)) })
			}
		}
	}
}

func testCase(t *testing.T, g *grade.Grader, dir string) {
	var want expectation
	readJSON(t, filepath.Join(dir, "expected.json"), &want)
	answers := filepath.Join(dir, "answers"+filepath.Ext(g.Competition.Answers.Path))
	s, err := scoreFiles(g, filepath.Join(dir, "submission.csv"), answers)
	if err != nil {
		t.Fatal(err)
	}
	checkScore(t, want, s.Paper, g.Competition.Metric.Name)
	differ := describe(s.Paper) != describe(s.Strict) && (s.Paper.Value != nil || s.Strict.Value != nil)
	if r := g.Report("submission.csv", s, nil, time.Now()); differ != (len(r.Errata) > 0) {
		t.Errorf("paper %s, strict %s, by errata %q", describe(s.Paper), describe(s.Strict), r.Errata)
	}
	t.Logf("%s: paper %s, strict %s", want.Note, describe(s.Paper), describe(s.Strict))
}

// scoreFiles scores a submission file.
func scoreFiles(g *grade.Grader, submission, answers string) (grade.Scores, error) {
	ans, err := g.ReadAnswers(answers)
	if err != nil {
		return grade.Scores{}, err
	}
	return g.ScoreFile(submission, ans)
}

func checkScore(t *testing.T, want expectation, got grade.Score, metric string) {
	t.Helper()
	special := map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}
	value, isSpecial := special[want.Special]
	switch {
	case want.Error:
		if got.Value != nil {
			t.Errorf("score %v, upstream refuses (%s)", *got.Value, want.Note)
		}
	case got.Value == nil:
		t.Errorf("refused (%v), upstream scores", got.Refusal)
	case isSpecial:
		if !same(*got.Value, value) {
			t.Errorf("score %v, upstream %v", *got.Value, value)
		}
	default:
		if !same(*got.Value, *want.Score) {
			t.Errorf("score %v (raw %v), upstream %v", *got.Value, got.Raw, *want.Score)
		}
		near := 1e-14
		switch metric {
		case "angular_error_mean":
			near = 1e-8 // arccos near -1 and 1 has half the digits of its argument
		case "haversine_p50_p95":
			near = 1e-9 // so have differences of close places
		}
		if want.Raw != nil && want.Type != "int" && math.Abs(got.Raw-*want.Raw) > near*max(1, math.Abs(*want.Raw)) {
			t.Errorf("raw score %v, upstream %v", got.Raw, *want.Raw)
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func describe(s grade.Score) string {
	if s.Refusal != nil {
		return s.Refusal.Error()
	}
	return fmt.Sprint(*s.Value)
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
