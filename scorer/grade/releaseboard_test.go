package grade_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"podium/schemas"
	"podium/scorer/grade"
)

// boardRelease writes a release with one competition and its standings; facts
// are taken from the board and may be spoiled.
func boardRelease(t *testing.T, scores []float64, spoil func(*schemas.Competition)) *schemas.Release {
	t.Helper()
	b, err := grade.NewBoard(scores)
	if err != nil {
		t.Fatal(err)
	}
	direction, board, origin, teams := "higher", "private", "test", int64(b.Teams)
	if b.LowerBetter {
		direction = "lower"
	}
	row := schemas.Competition{
		ID: "made-up", Title: "Nothing", Split: "low", Category: "Tabular", Metric: "rmse", Direction: direction, DirectionOrigin: "test",
		KaggleType: "code", MedalRule: "kaggle", Board: &board, Teams: &teams, Gold: &b.Gold, Silver: &b.Silver, Bronze: &b.Bronze, Median: &b.Median, BoardOrigin: &origin,
	}
	spoil(&row)
	var rows []schemas.Standing
	for i, s := range scores {
		rows = append(rows, schemas.Standing{Competition: "made-up", Board: "private", Rank: int64(i + 1), Score: s, Printed: strconv.FormatFloat(s, 'f', -1, 64), Medal: "none"})
	}
	m := schemas.Manifest{Version: "0.1.0", Catalogue: "sha256:" + strings.Repeat("0", 64), Text: schemas.TextNone, Sources: []schemas.Source{}}
	r, err := schemas.CreateRelease(context.Background(), filepath.Join(t.TempDir(), "release"), m, func(w *schemas.ReleaseWriter) error {
		if err := schemas.AddRows(w, schemas.CompetitionsTable(), schemas.SplitTrain, []schemas.Competition{row}); err != nil {
			return err
		}
		return schemas.AddRows(w, schemas.LeaderboardsTable(), schemas.SplitTrain, rows)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReleaseGivesTheMedalsOfTheFile holds a release's boards to upstream's
// answers for the same leaderboards, probe by probe.
func TestReleaseGivesTheMedalsOfTheFile(t *testing.T) {
	for _, dir := range casesDirs(t) {
		files, _ := filepath.Glob(filepath.Join(dir, "_medals", "*.json"))
		for _, name := range files {
			var c struct {
				Leaderboard []*float64 `json:"leaderboard"`
				LowerBetter bool       `json:"lower_is_better"`
				Probes      []probe    `json:"probes"`
			}
			readJSON(t, name, &c)
			var scores []float64
			for _, s := range c.Leaderboard {
				if s != nil {
					scores = append(scores, *s)
				}
			}
			if len(scores) < len(c.Leaderboard) {
				continue // a missing score: builder kaggle takes no such board
			}
			boards, err := grade.ReleaseBoards(boardRelease(t, scores, func(*schemas.Competition) {}))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text := "score\n"
			for _, s := range scores {
				text += strconv.FormatFloat(s, 'g', -1, 64) + "\n"
			}
			path := filepath.Join(t.TempDir(), "leaderboard.csv")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			file, err := grade.ReadBoard(path)
			if err != nil {
				t.Fatal(err)
			}
			release := *boards["made-up"]
			if release.Origin != "release 0.1.0: test" {
				t.Errorf("origin %q", release.Origin)
			}
			if release.Origin = file.Origin; !reflect.DeepEqual(&release, file) {
				t.Errorf("%s: from the release %+v, from the file %+v", name, release, file)
			}
			for _, p := range c.Probes {
				score, ok := p.Score.(float64)
				if !ok {
					continue
				}
				a, aAbove := release.Rank(score, release.LowerBetter)
				b, bAbove := file.Rank(score, file.LowerBetter)
				if a != b || aAbove != bAbove || aAbove != p.AboveMedian {
					t.Errorf("%s: %v: %s %v from the release, %s %v from the file", name, p.Score, a, aAbove, b, bAbove)
				}
			}
		}
	}
}

func TestReleaseBoardsAreChecked(t *testing.T) {
	scores := []float64{5, 4, 3, 2, 1}
	wrong := 4.5
	r := boardRelease(t, scores, func(c *schemas.Competition) { c.Gold = &wrong })
	if _, err := grade.ReleaseBoards(r); err == nil || !strings.Contains(err.Error(), "made-up: its leaderboard does not give the thresholds") {
		t.Errorf("other thresholds: %v", err)
	}
	boards, err := grade.ReleaseBoards(boardRelease(t, scores, func(c *schemas.Competition) { c.Gold = nil }))
	if err != nil || len(boards) != 0 {
		t.Errorf("no thresholds: %v, %v", boards, err)
	}
	// Thresholds without standings are taken as they are.
	r = boardRelease(t, scores, func(c *schemas.Competition) { c.Gold = &wrong; public := "public"; c.Board = &public })
	boards, err = grade.ReleaseBoards(r)
	if err != nil || boards["made-up"].Gold != 4.5 {
		b, _ := json.Marshal(boards)
		t.Errorf("facts alone: %s, %v", b, err)
	}
}
