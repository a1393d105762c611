package grade_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"podium/scorer/grade"
)

func TestMedalPositions(t *testing.T) {
	// From the table of kaggle.com/progression with upstream's cut-off.
	for _, c := range []struct{ teams, gold, silver, bronze int }{
		{1, 1, 1, 1}, {4, 1, 1, 1}, {5, 1, 1, 2}, {99, 9, 19, 39}, {100, 10, 20, 40}, {249, 10, 49, 99},
		{250, 10, 50, 100}, {500, 11, 50, 100}, {999, 11, 50, 100}, {1000, 12, 50, 100}, {1485, 12, 74, 148}, {2288, 14, 114, 228},
	} {
		if g, s, b := grade.MedalPositions(c.teams); g != c.gold || s != c.silver || b != c.bronze {
			t.Errorf("%d teams: positions %d %d %d, want %+v", c.teams, g, s, b, c)
		}
	}
}

// probe is a score and the flags upstream gives it.
type probe struct {
	Score       any  `json:"score"` // number, null, "nan", "inf" or "-inf"
	Gold        bool `json:"gold_medal"`
	Silver      bool `json:"silver_medal"`
	Bronze      bool `json:"bronze_medal"`
	AboveMedian bool `json:"above_median"`
}

// TestMedals compares with what upstream's rank_score said of each probe.
func TestMedals(t *testing.T) {
	for _, dir := range casesDirs(t) {
		files, _ := filepath.Glob(filepath.Join(dir, "_medals", "*.json"))
		if len(files) == 0 {
			t.Errorf("no medal cases in %s", dir)
		}
		for _, name := range files {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".json"), func(t *testing.T) { testMedals(t, name) })
		}
	}
}

func testMedals(t *testing.T, name string) {
	var c struct {
		Leaderboard []*float64         `json:"leaderboard"`
		LowerBetter bool               `json:"lower_is_better"`
		Thresholds  map[string]float64 `json:"thresholds"`
		Probes      []probe            `json:"probes"`
	}
	readJSON(t, name, &c)
	scores := make([]float64, len(c.Leaderboard))
	for i, s := range c.Leaderboard {
		scores[i] = math.NaN()
		if s != nil {
			scores[i] = *s
		}
	}
	b, err := grade.NewBoard(scores)
	if err != nil {
		t.Fatal(err)
	}
	if b.LowerBetter != c.LowerBetter {
		t.Errorf("lower is better: %v, upstream %v", b.LowerBetter, c.LowerBetter)
	}
	for name, got := range map[string]float64{
		"gold_threshold": b.Gold, "silver_threshold": b.Silver, "bronze_threshold": b.Bronze, "median_threshold": b.Median,
	} {
		if got != c.Thresholds[name] {
			t.Errorf("%s %v, upstream %v", name, got, c.Thresholds[name])
		}
	}
	special := map[string]float64{"nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1)}
	for _, p := range c.Probes {
		var score float64
		switch v := p.Score.(type) {
		case nil:
			continue // no score, no medal: nothing to rank
		case float64:
			score = v
		case string:
			score = special[v]
		}
		medal, above := b.Rank(score, b.LowerBetter)
		want := grade.NoMedal
		for flag, m := range map[grade.Medal]bool{grade.Gold: p.Gold, grade.Silver: p.Silver, grade.Bronze: p.Bronze} {
			if m {
				want = flag
			}
		}
		if medal != want || above != p.AboveMedian {
			t.Errorf("%v: %s, above median %v; upstream %s, %v", p.Score, medal, above, want, p.AboveMedian)
		}
	}
}

// TestRounding compares with Python's round of float and numpy.float64.
func TestRounding(t *testing.T) {
	for _, dir := range casesDirs(t) {
		var c struct {
			Values []struct {
				X      float64 `json:"x"`
				Python float64 `json:"python_float"`
				NumPy  float64 `json:"numpy_float64"`
			} `json:"values"`
		}
		readJSON(t, filepath.Join(dir, "_rounding.json"), &c)
		for _, v := range c.Values {
			for rule, want := range map[string]float64{"python": v.Python, "numpy": v.NumPy} {
				if got := grade.Round(rule, v.X); got != want {
					t.Errorf("%s: round(%v, 5) = %v, want %v", rule, v.X, got, want)
				}
			}
		}
	}
}

func TestSpecialScoresAreStrictJSON(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		n := grade.Number(v)
		if b, err := json.Marshal(&n); err != nil || string(b) != "null" {
			t.Errorf("%v: %s, %v", v, b, err)
		}
	}
}
