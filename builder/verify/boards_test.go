package verify_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"podium/builder/verify"
	"podium/schemas"
)

// boards are rows that agree: digest by printf '3.0\n2\n1\n' | sha256sum.
func boards() (schemas.Competition, []schemas.Standing) {
	board, digest := "private", "d7c95d3bc81f56c71df513c0e84b654c7c3153d9c373039729216831612c5433"
	teams, best, median := int64(3), 3.0, 2.0
	c := schemas.Competition{
		ID: "up", Title: "What goes up", Split: "low", Category: "Tabular", Metric: "roc_auc", Direction: "higher", DirectionOrigin: "catalogue",
		KaggleType: "code", MedalRule: "kaggle", Board: &board, BoardDigest: &digest, Teams: &teams, Gold: &best, Silver: &best, Bronze: &best, Median: &median,
	}
	return c, []schemas.Standing{
		{Competition: "up", Board: "private", Rank: 1, Score: 3, Printed: "3.0", Medal: "gold"},
		{Competition: "up", Board: "private", Rank: 2, Score: 2, Printed: "2", Medal: "none"},
		{Competition: "up", Board: "private", Rank: 3, Score: 1, Printed: "1", Medal: "none"},
		{Competition: "up", Board: "public", Rank: 1, Score: 3, Printed: "3", Medal: "gold"},
	}
}

func TestBoardsAreHeldAgainstThresholds(t *testing.T) {
	other := 2.5
	for name, test := range map[string]struct {
		spoil func(*schemas.Competition, []schemas.Standing)
		want  []string // one problem each
	}{
		"whole":     {func(*schemas.Competition, []schemas.Standing) {}, nil},
		"threshold": {func(c *schemas.Competition, _ []schemas.Standing) { c.Gold = &other }, []string{"up: gold is not what the standings give, 3"}},
		"no median": {func(c *schemas.Competition, _ []schemas.Standing) { c.Median = nil }, []string{"up: median is not what the standings give, 2"}},
		"medal":     {func(_ *schemas.Competition, s []schemas.Standing) { s[1].Medal = "bronze" }, []string{"rank 2 has medal bronze, its score wins none"}},
		"number":    {func(_ *schemas.Competition, s []schemas.Standing) { s[3].Score = 4 }, []string{`score 4, printed "3"`}},
		"rank":      {func(_ *schemas.Competition, s []schemas.Standing) { s[3].Rank = 2 }, []string{"up public: rank 2, expected 1"}},
		"stranger":  {func(_ *schemas.Competition, s []schemas.Standing) { s[3].Competition = "down" }, []string{"competition down is not in config competitions"}},
		"digits":    {func(_ *schemas.Competition, s []schemas.Standing) { s[0].Printed = "3" }, []string{"board_digest is not that of its standings"}},
		"direction": {func(c *schemas.Competition, _ []schemas.Standing) { c.Direction = "lower" }, []string{"rank 2 has medal none, its score wins gold", "rank 3 has medal none, its score wins gold"}},
	} {
		t.Run(name, func(t *testing.T) {
			c, s := boards()
			test.spoil(&c, s)
			dir := filepath.Join(t.TempDir(), "release")
			m := schemas.Manifest{Version: "0.1.0", Catalogue: "sha256:" + strings.Repeat("0", 64), Text: schemas.TextNone, Sources: []schemas.Source{}}
			if _, err := schemas.CreateRelease(context.Background(), dir, m, func(w *schemas.ReleaseWriter) error {
				if err := schemas.AddRows(w, schemas.CompetitionsTable(), schemas.SplitTrain, []schemas.Competition{c}); err != nil {
					return err
				}
				return schemas.AddRows(w, schemas.LeaderboardsTable(), schemas.SplitTrain, s)
			}); err != nil {
				t.Fatal(err)
			}
			report, err := verify.Release(context.Background(), dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Problems) != len(test.want) {
				t.Fatalf("problems %v, expected %q", report.Problems, test.want)
			}
			for i, want := range test.want {
				if !strings.Contains(report.Problems[i].What, want) || report.Problems[i].Row == 0 {
					t.Errorf("problem %+v, expected %q", report.Problems[i], want)
				}
			}
		})
	}
}
