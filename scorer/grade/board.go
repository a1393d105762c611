package grade

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"podium/data"
	"podium/scorer/table"
)

// Board is what medals are judged by: the thresholds of a leaderboard.
type Board struct {
	Teams                        int
	Gold, Silver, Bronze, Median float64 // scores, not rounded
	LowerBetter                  bool
	Origin                       string // where it comes from, for people
}

// ReadBoard reads a leaderboard file: its column "score", best first.
func ReadBoard(path string) (*Board, error) {
	t, err := table.ReadFile(path, table.Options{Keep: func(name string) bool { return name == "score" }})
	if err != nil {
		return nil, fmt.Errorf("leaderboard %s: %w", filepath.Base(path), err)
	}
	c := t.Column("score")
	if c == nil {
		return nil, fmt.Errorf("leaderboard %s: no column \"score\", found %s", filepath.Base(path), table.Describe(t.Names()))
	}
	scores := make([]float64, c.Len())
	for i := range scores {
		v, ok := c.Cell(i).Float()
		if !ok {
			return nil, fmt.Errorf("leaderboard %s: row %d: score %q is not a number", filepath.Base(path), i+1, short(c.Raw(i)))
		}
		scores[i] = v
	}
	b, err := NewBoard(scores)
	if err != nil {
		return nil, fmt.Errorf("leaderboard %s: %w", filepath.Base(path), err)
	}
	b.Origin = filepath.Base(path)
	return b, nil
}

// NewBoard takes the thresholds from a leaderboard's scores, in their order.
// Lower is better exactly when the first score is below the last, as upstream
// has it; the median leaves missing scores (NaN) out.
func NewBoard(scores []float64) (*Board, error) {
	n := len(scores)
	if n == 0 {
		return nil, fmt.Errorf("it has no teams")
	}
	gold, silver, bronze := MedalPositions(n)
	return &Board{
		Teams: n, LowerBetter: scores[0] < scores[n-1],
		Gold: scores[gold-1], Silver: scores[silver-1], Bronze: scores[bronze-1], Median: median(scores),
	}, nil
}

// MedalPositions are the last positions, from 1, that win each medal among n
// teams, as on Kaggle since 2015 (kaggle.com/progression). Products are float64
// and cut off, as upstream computes them.
func MedalPositions(n int) (gold, silver, bronze int) {
	part := func(share float64) int { return max(1, int(float64(n)*share)) }
	switch {
	case n < 100:
		return part(0.1), part(0.2), part(0.4)
	case n < 250:
		return 10, part(0.2), part(0.4)
	case n < 1000:
		return 10 + int(float64(n)*0.002), 50, 100
	}
	return 10 + int(float64(n)*0.002), part(0.05), part(0.1)
}

func median(scores []float64) float64 {
	v := slices.DeleteFunc(slices.Clone(scores), math.IsNaN)
	slices.Sort(v)
	switch n := len(v); {
	case n == 0:
		return math.NaN()
	case n%2 == 1:
		return v[n/2]
	default:
		return (v[n/2-1] + v[n/2]) / 2
	}
}

// CatalogueBoard is the board of the catalogue's facts, nil when it has none.
func CatalogueBoard(c data.Competition) *Board {
	t := c.Thresholds
	if t == nil {
		return nil
	}
	return &Board{
		Teams: t.Teams, Gold: t.Gold, Silver: t.Silver, Bronze: t.Bronze, Median: t.Median,
		LowerBetter: c.Direction == "lower", Origin: "catalogue: " + t.Origin,
	}
}

// Medal is what a score wins.
type Medal string

const (
	NoMedal Medal = "none"
	Gold    Medal = "gold"
	Silver  Medal = "silver"
	Bronze  Medal = "bronze"
)

// Rank compares a score with the board. Medals include their threshold, the
// median does not; NaN wins nothing.
func (b *Board) Rank(score float64, lowerBetter bool) (m Medal, aboveMedian bool) {
	reaches := func(t float64) bool { return score >= t }
	aboveMedian = score > b.Median
	if lowerBetter {
		reaches = func(t float64) bool { return score <= t }
		aboveMedian = score < b.Median
	}
	switch {
	case reaches(b.Gold):
		m = Gold
	case reaches(b.Silver):
		m = Silver
	case reaches(b.Bronze):
		m = Bronze
	default:
		m = NoMedal
	}
	return m, aboveMedian
}
