package kaggle

import (
	"fmt"
	"strings"

	"podium/builder/kaggle/leaderboard"
	"podium/data"
	"podium/schemas"
	"podium/scorer/grade"
)

// Thresholds are the facts that medals are judged by, with the rule to do it.
type Thresholds struct {
	*grade.Board
	lower bool
}

// thresholds takes them from a board.
func thresholds(b *leaderboard.Board, direction string) (Thresholds, error) {
	g, err := grade.NewBoard(b.Values())
	if err != nil {
		return Thresholds{}, fmt.Errorf("%s: %w", b.Competition, err)
	}
	return Thresholds{g, direction == "lower"}, nil
}

// Medal is what a score wins.
func (t Thresholds) Medal(score float64) grade.Medal {
	m, _ := t.Rank(score, t.lower)
	return m
}

// Differences tells in words which thresholds differ, "" when none does.
func (t Thresholds) Differences(other *grade.Board, here, there string) string {
	var parts []string
	for _, f := range []struct {
		name string
		a, b float64
	}{{"gold", t.Gold, other.Gold}, {"silver", t.Silver, other.Silver}, {"bronze", t.Bronze, other.Bronze}, {"median", t.Median, other.Median}} {
		if f.a != f.b {
			parts = append(parts, fmt.Sprintf("%s %v %s, %v %s", f.name, f.a, here, f.b, there))
		}
	}
	return strings.Join(parts, "; ")
}

// standings are the rows of a board, each with the medal its score wins.
func standings(b *leaderboard.Board, t Thresholds) []schemas.Standing {
	rows := make([]schemas.Standing, len(b.Scores))
	for i, s := range b.Scores {
		rows[i] = schemas.Standing{
			Competition: b.Competition, Board: b.Kind, Rank: int64(i + 1),
			Score: s.Value, Printed: s.Text, Medal: string(t.Medal(s.Value)),
		}
	}
	return rows
}

// followed is the board that medals follow: the private one where there is one.
func followed(boards []*leaderboard.Board) *leaderboard.Board {
	var best *leaderboard.Board
	for _, b := range boards {
		if best == nil || b.Kind == data.BoardPrivate {
			best = b
		}
	}
	return best
}
