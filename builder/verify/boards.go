package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"podium/schemas"
	"podium/scorer/grade"
)

// boardKey names a board: competition, and private or public.
type boardKey struct{ competition, board string }

// checkBoards holds standings and thresholds against each other: places without
// gaps, numbers that are what was printed, and the facts in config competitions
// by the medal rule.
func (v *verifier) checkBoards() {
	competitions := map[string]bool{}
	for _, c := range v.competitions {
		competitions[c.row.ID] = true
	}
	boards := map[boardKey][]located[schemas.Standing]{}
	for _, s := range v.standings {
		key := boardKey{s.row.Competition, s.row.Board}
		boards[key] = append(boards[key], s)
		if !competitions[s.row.Competition] {
			v.rowProblem(s.file, s.index, "competition %s is not in config competitions", s.row.Competition)
		}
		if want := int64(len(boards[key])); s.row.Rank != want {
			v.rowProblem(s.file, s.index, "%s %s: rank %d, expected %d", s.row.Competition, s.row.Board, s.row.Rank, want)
		}
		if printed, err := strconv.ParseFloat(s.row.Printed, 64); err != nil || printed != s.row.Score {
			v.rowProblem(s.file, s.index, "%s: score %v, printed %q", s.row.Competition, s.row.Score, s.row.Printed)
		}
	}
	for _, c := range v.competitions {
		if c.row.Board == nil {
			continue
		}
		if rows := boards[boardKey{c.row.ID, *c.row.Board}]; len(rows) > 0 {
			v.checkBoard(c, rows)
		}
	}
}

// checkBoard computes a competition's facts again from the board it names.
func (v *verifier) checkBoard(c located[schemas.Competition], rows []located[schemas.Standing]) {
	scores := make([]float64, len(rows))
	sum := sha256.New()
	for i, s := range rows {
		scores[i] = s.row.Score
		sum.Write([]byte(s.row.Printed + "\n"))
	}
	b, err := grade.NewBoard(scores)
	if err != nil {
		v.rowProblem(c.file, c.index, "%s: %v", c.row.ID, err)
		return
	}
	if digest := hex.EncodeToString(sum.Sum(nil)); c.row.BoardDigest == nil || *c.row.BoardDigest != digest {
		v.rowProblem(c.file, c.index, "%s: board_digest is not that of its standings, %s", c.row.ID, digest)
	}
	if c.row.Teams == nil || *c.row.Teams != int64(len(rows)) {
		v.rowProblem(c.file, c.index, "%s: teams is not the number of its standings, %d", c.row.ID, len(rows))
	}
	for _, f := range []struct {
		name string
		says *float64
		is   float64
	}{{"gold", c.row.Gold, b.Gold}, {"silver", c.row.Silver, b.Silver}, {"bronze", c.row.Bronze, b.Bronze}, {"median", c.row.Median, b.Median}} {
		if f.says == nil || *f.says != f.is {
			v.rowProblem(c.file, c.index, "%s: %s is not what the standings give, %v", c.row.ID, f.name, f.is)
		}
	}
	for _, s := range rows {
		if medal, _ := b.Rank(s.row.Score, c.row.Direction == "lower"); string(medal) != s.row.Medal {
			v.rowProblem(s.file, s.index, "%s: rank %d has medal %s, its score wins %s", c.row.ID, s.row.Rank, s.row.Medal, medal)
		}
	}
}

func (v *verifier) rowProblem(f schemas.File, row int64, format string, a ...any) {
	v.problem(f.Path, format, a...)
	v.report.Problems[len(v.report.Problems)-1].Row = row
}
