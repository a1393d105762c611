package schemas

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pointer returns a pointer to v: a column that is not null.
func pointer[T any](v T) *T { return &v }

func tinyCompetitions() []Competition {
	return []Competition{
		{
			ID: "spam", Title: "Which letters are spam", Split: "low", Category: "Text Classification", Metric: "roc_auc",
			Direction: "higher", DirectionOrigin: "catalogue, meta-kaggle", KaggleType: "simple", MedalRule: "kaggle", Errata: []string{"mle-x"},
			KaggleID: pointer[int64](7), KaggleTitle: pointer("Spam «日本»"), Deadline: pointer("2020-01-02T23:59:00Z"), KaggleTeams: pointer[int64](0),
			Tags: []string{"text"}, KaggleOrigin: pointer("meta-kaggle"),
			Board: pointer("private"), Teams: pointer[int64](2), Gold: pointer(0.9), Silver: pointer(0.9), Bronze: pointer(0.9), Median: pointer(0.0),
			BoardOrigin: pointer("folder"), BoardDigest: pointer(strings.Repeat("d", 64)), BoardFile: pointer(strings.Repeat("e", 64)),
		},
		{
			ID: "ham", Title: "Which letters are not", Split: "dev", Category: "Tabular", Metric: "rmse",
			Direction: "lower", DirectionOrigin: "catalogue", KaggleType: "code", KaggleMedals: true, MedalRule: "kaggle",
		},
	}
}

func tinyStandings() []Standing {
	return []Standing{
		{Competition: "spam", Board: "private", Rank: 2, Score: -0.9, Printed: "-0.90", Medal: "none"},
		{Competition: "spam", Board: "private", Rank: 1, Score: 0.9, Printed: "0.90", Medal: "gold"},
		{Competition: "spam", Board: "public", Rank: 1, Score: 1, Printed: "1", Medal: "gold"},
	}
}

// boardsRelease adds the two configs to the tiny release, as a release of their
// own version.
func boardsRelease(t *testing.T, dir string) *Release {
	t.Helper()
	tiny := tinyRelease(t, filepath.Join(t.TempDir(), "tiny"))
	m := tiny.Manifest
	m.Version = "1.3.0"
	r, err := CreateRelease(context.Background(), dir, m, func(w *ReleaseWriter) error {
		if err := w.CopyFrom(tiny, ConfigCompetitions, ConfigLeaderboards); err != nil {
			return err
		}
		if err := AddRows(w, CompetitionsTable(), SplitTrain, tinyCompetitions()); err != nil {
			return err
		}
		return AddRows(w, LeaderboardsTable(), SplitTrain, tinyStandings())
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// goldenBoards is a committed release with the two configs.
const goldenBoards = "testdata/boards"

func TestBoardsAreGolden(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "release")
	boardsRelease(t, dir)
	if *update {
		if err := os.RemoveAll(goldenBoards); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(goldenBoards, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	got, want := files(t, dir), files(t, goldenBoards)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, expected %d", len(got), len(want))
	}
}

func TestCompetitionsReadBack(t *testing.T) {
	r := boardsRelease(t, filepath.Join(t.TempDir(), "release"))
	if err := r.CheckFiles(); err != nil {
		t.Fatal(err)
	}
	got, err := r.Competitions()
	if err != nil {
		t.Fatal(err)
	}
	want := tinyCompetitions()
	want[0], want[1] = want[1], want[0]
	// A list without items reads back as empty or nil; both are none.
	none := cmp.Comparer(func(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") })
	if diff := cmp.Diff(want, got, none); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	rows := tinyStandings()
	for board, want := range map[string][]Standing{"private": {rows[1], rows[0]}, "public": {rows[2]}, "none": nil} {
		got, err := r.Leaderboard("spam", board)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s board: -want +got:\n%s", board, diff)
		}
	}
}

func TestCopyKeepsEveryByte(t *testing.T) {
	tiny := tinyRelease(t, filepath.Join(t.TempDir(), "tiny"))
	before, after := files(t, tiny.Dir), files(t, boardsRelease(t, filepath.Join(t.TempDir(), "release")).Dir)
	for name, content := range before {
		if name != ManifestName && name != CardName && after[name] != content {
			t.Errorf("%s differs", name)
		}
	}
	for _, heading := range []string{"Columns of `competitions`", "Columns of `leaderboards`", "path: leaderboards/train-00000-of-00001.parquet"} {
		if !strings.Contains(after[CardName], heading) {
			t.Errorf("the card lacks %q", heading)
		}
	}
	if strings.Contains(before[CardName], "Columns of `competitions`") {
		t.Error("the card tells of a config that is not there")
	}
}
