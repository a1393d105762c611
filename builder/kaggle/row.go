package kaggle

import (
	"slices"
	"time"

	"podium/builder/kaggle/leaderboard"
	"podium/data"
	"podium/schemas"
	"podium/scorer/grade"
)

// base is the row that the catalogue alone gives.
func base(c data.Competition, known *data.Leaderboard) schemas.Competition {
	row := schemas.Competition{
		ID: c.ID, Title: c.Title, Split: c.Split, Category: c.Category, Metric: c.Metric.Name,
		Direction: c.Direction, DirectionOrigin: "catalogue", KaggleType: c.Kaggle.Type, KaggleMedals: c.Kaggle.Medals,
		MedalRule: c.MedalRule, Errata: c.Errata,
	}
	if t := c.Thresholds; t != nil {
		setBoard(&row, grade.CatalogueBoard(c))
		if known != nil {
			row.Board, row.BoardDigest, row.BoardFile = &known.Board, &known.Scores, &known.SHA256
		}
	}
	return row
}

func setBoard(row *schemas.Competition, b *grade.Board) {
	n := int64(b.Teams)
	row.Teams, row.Gold, row.Silver, row.Bronze, row.Median = &n, &b.Gold, &b.Silver, &b.Bronze, &b.Median
	row.BoardOrigin = &b.Origin
}

func setSource(row *schemas.Competition, b *leaderboard.Board) {
	digest := b.Digest()
	row.Board, row.BoardDigest, row.BoardFile = &b.Kind, &digest, nil
	if b.Source.SHA256 != "" {
		row.BoardFile = &b.Source.SHA256
	}
}

// state puts what Kaggle says into a row.
func state(row *schemas.Competition, f Facts) []Note {
	text := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	row.KaggleTitle, row.KaggleCategory, row.KaggleMetric = text(f.Title), text(f.Category), text(f.Metric)
	number := func(n int64) *int64 {
		if n == 0 {
			return nil
		}
		return &n
	}
	row.KaggleOrigin, row.Tags, row.KaggleID, row.KaggleTeams = text(f.Origin), f.Tags, number(f.ID), number(f.Teams)
	if !f.Deadline.IsZero() {
		row.Deadline = text(f.Deadline.UTC().Format(time.RFC3339))
	}
	if f.HigherBetter == nil {
		return nil
	}
	says := "lower"
	if *f.HigherBetter {
		says = "higher"
	}
	if says == row.Direction {
		row.DirectionOrigin = "catalogue, " + f.Origin
		return nil
	}
	row.DirectionOrigin = "catalogue, against " + f.Origin
	return []Note{notef(NoteDirection, "Kaggle says that %s is better, the catalogue says %s, which is used", says, row.Direction)}
}

// keep puts what a release says of a competition into its row, where that did
// not come from the catalogue, and returns the standings it has.
func (r *Rows) keep(row *schemas.Competition) []schemas.Standing {
	if r == nil {
		return nil
	}
	i := slices.IndexFunc(r.Competitions, func(c schemas.Competition) bool { return c.ID == row.ID })
	var kept []schemas.Standing
	for _, s := range r.Standings {
		if s.Competition == row.ID {
			kept = append(kept, s)
		}
	}
	if i < 0 {
		return kept
	}
	old := r.Competitions[i]
	if old.KaggleOrigin != nil {
		row.DirectionOrigin = old.DirectionOrigin
		row.KaggleID, row.KaggleTitle, row.KaggleCategory, row.KaggleMetric = old.KaggleID, old.KaggleTitle, old.KaggleCategory, old.KaggleMetric
		row.Deadline, row.KaggleTeams, row.Tags, row.KaggleOrigin = old.Deadline, old.KaggleTeams, old.Tags, old.KaggleOrigin
	}
	if len(kept) > 0 {
		row.Board, row.Teams, row.Gold, row.Silver, row.Bronze, row.Median = old.Board, old.Teams, old.Gold, old.Silver, old.Bronze, old.Median
		row.BoardOrigin, row.BoardDigest, row.BoardFile = old.BoardOrigin, old.BoardDigest, old.BoardFile
	}
	return kept
}
