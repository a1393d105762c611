package kaggle_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"podium/builder/kaggle"
	"podium/builder/kaggle/leaderboard"
	"podium/builder/kaggle/meta"
	"podium/builder/kaggle/meta/metatest"
	"podium/data"
	"podium/schemas"
)

// catalogue has the competitions made-up-up (higher is better, with thresholds)
// and made-up-down (lower, without).
func catalogue(t *testing.T) *kaggle.Catalogue {
	t.Helper()
	const common = `
title: What is not there
split: low
category: Tabular
kaggle: {type: simple, medals: true}
columns: {id: id, targets: [y]}
answers: {path: private/test.csv}
submission: {sample: public/sample.csv}
metric: roc_auc
number: python
paper: {pair: sorted}
prepare: {class: tabular, split: "none"}
medal_rule: kaggle
`
	c, err := kaggle.ReadCatalogue(fstest.MapFS{
		"competitions/made-up-up.yaml": {Data: []byte("id: made-up-up" + common + `direction: higher
thresholds: {teams: 4, gold: 0.9, silver: 0.9, bronze: 0.9, median: 0.625, origin: "somebody"}
`)},
		"competitions/made-up-down.yaml": {Data: []byte("id: made-up-down" + common + "direction: lower\n")},
		"leaderboards.yaml": {Data: []byte("origin: somebody\nboards:\n  - {competition: made-up-up, rows: 4, bytes: 1, sha256: " +
			strings.Repeat("0", 64) + ", scores: " + digestOf("0.9", "0.75", "0.5", "0.25") + ", fault: it is made up}\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func board(id, kind string, scores ...string) *leaderboard.Board {
	b := &leaderboard.Board{Competition: id, Kind: kind, Source: leaderboard.Source{Origin: "test"}}
	for _, s := range scores {
		score, err := leaderboard.NewScore(s)
		if err != nil {
			panic(err)
		}
		b.Scores = append(b.Scores, score)
	}
	return b
}

func digestOf(scores ...string) string { return board("", "", scores...).Digest() }

func compose(t *testing.T, inputs map[string]*kaggle.Input, o kaggle.Options) *kaggle.Result {
	t.Helper()
	res, err := kaggle.Compose(catalogue(t), inputs, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// row returns a competition's row by id.
func row(t *testing.T, res *kaggle.Result, id string) schemas.Competition {
	t.Helper()
	for _, c := range res.Competitions {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("no row of %s", id)
	return schemas.Competition{}
}

func notes(res *kaggle.Result) string {
	var b strings.Builder
	for _, n := range res.Notes {
		fmt.Fprintf(&b, "%s %s: %s\n", n.Competition, n.Kind, n.Text)
	}
	return b.String()
}

func TestTheCatalogueAloneGivesRows(t *testing.T) {
	res := compose(t, nil, kaggle.Options{})
	if len(res.Competitions) != 2 || len(res.Standings) != 0 || len(res.Notes) != 0 {
		t.Fatalf("%+v", res)
	}
	up, down := row(t, res, "made-up-up"), row(t, res, "made-up-down")
	if *up.Gold != 0.9 || *up.Teams != 4 || *up.BoardOrigin != "catalogue: somebody" || *up.Board != "private" || up.KaggleTitle != nil {
		t.Errorf("up: %+v", up)
	}
	if down.Gold != nil || down.Teams != nil || down.Board != nil || down.BoardOrigin != nil || down.Direction != "lower" {
		t.Errorf("down: %+v", down)
	}
}

func TestBoardsGiveThresholds(t *testing.T) {
	res := compose(t, map[string]*kaggle.Input{
		"made-up-up":   {Boards: []*leaderboard.Board{board("made-up-up", "", "0.9", "0.75", "0.5", "0.25")}},
		"made-up-down": {Boards: []*leaderboard.Board{board("made-up-down", "", "1.0", "2.0", "2.00", "3", "4", "5")}},
	}, kaggle.Options{})
	up, down := row(t, res, "made-up-up"), row(t, res, "made-up-down")
	if *up.BoardOrigin != "upstream's board, test" || *up.Gold != 0.9 || *up.Median != 0.625 {
		t.Errorf("up: %+v", up)
	}
	// Six teams: places 1, 1 and 2.
	if *down.Gold != 1 || *down.Silver != 1 || *down.Bronze != 2 || *down.Median != 2.5 || *down.Teams != 6 || *down.BoardOrigin != "test" {
		t.Errorf("down: %+v", down)
	}
	var medals []string
	for _, s := range res.Standings {
		if s.Competition == "made-up-down" {
			medals = append(medals, s.Printed+" "+s.Medal)
		}
	}
	if got := strings.Join(medals, ", "); got != "1.0 gold, 2.0 bronze, 2.00 bronze, 3 none, 4 none, 5 none" {
		t.Errorf("standings %s", got)
	}
	if got := notes(res); got != "made-up-up upstream: upstream's board, used as it is: it is made up\n" {
		t.Errorf("notes:\n%s", got)
	}
}

func TestDisagreementsAreTold(t *testing.T) {
	higher := true
	res := compose(t, map[string]*kaggle.Input{
		"made-up-up":   {Boards: []*leaderboard.Board{board("made-up-up", "", "0.95", "0.75", "0.5", "0.25")}, Facts: &kaggle.Facts{Origin: "test", HigherBetter: &higher, Teams: 4}},
		"made-up-down": {Facts: &kaggle.Facts{Origin: "test", HigherBetter: &higher}, Err: errors.New("not given")},
	}, kaggle.Options{})
	want := `made-up-down direction: Kaggle says that higher is better, the catalogue says lower, which is used
made-up-down refused: not given
made-up-up upstream: not upstream's board: 4 rows, upstream's has 4
made-up-up thresholds: gold 0.95 here, 0.9 in the catalogue; silver 0.95 here, 0.9 in the catalogue; bronze 0.95 here, 0.9 in the catalogue
`
	if got := notes(res); got != want {
		t.Errorf("notes:\n%s\nexpected:\n%s", got, want)
	}
	if up, down := row(t, res, "made-up-up"), row(t, res, "made-up-down"); up.DirectionOrigin != "catalogue, test" || down.DirectionOrigin != "catalogue, against test" {
		t.Errorf("directions from %q and %q", up.DirectionOrigin, down.DirectionOrigin)
	}
	if len(res.Refused) != 1 {
		t.Errorf("refused: %v", res.Refused)
	}
}

func TestPublicBoardsStandApart(t *testing.T) {
	inputs := map[string]*kaggle.Input{
		"made-up-up":   {Boards: []*leaderboard.Board{board("made-up-up", data.BoardPublic, "0.99", "0.9", "0.8", "0.7"), board("made-up-up", data.BoardPrivate, "0.9", "0.75", "0.5", "0.25")}},
		"made-up-down": {Boards: []*leaderboard.Board{board("made-up-down", data.BoardPublic, "1", "2")}},
	}
	res := compose(t, inputs, kaggle.Options{})
	if len(res.Refused) != 2 || row(t, res, "made-up-down").Board != nil {
		t.Errorf("refused: %v", res.Refused)
	}
	res = compose(t, inputs, kaggle.Options{Public: true})
	up, down := row(t, res, "made-up-up"), row(t, res, "made-up-down")
	if len(res.Refused) != 0 || *up.Board != "private" || *up.Gold != 0.9 || *down.Board != "public" || *down.Gold != 1 {
		t.Errorf("%v %+v %+v", res.Refused, up, down)
	}
	if len(res.Standings) != 10 {
		t.Errorf("%d standings", len(res.Standings))
	}
}

// What a source does not give stays as a release had it, through Parquet and back.
func TestReleaseKeepsWhatIsNotGiven(t *testing.T) {
	ctx := context.Background()
	digest := "sha256:" + strings.Repeat("0", 64)
	first := compose(t, map[string]*kaggle.Input{
		"made-up-down": {Boards: []*leaderboard.Board{board("made-up-down", "", "1", "2", "3")}, Facts: &kaggle.Facts{Origin: "test", Title: "Down", Tags: []string{"a"}}},
	}, kaggle.Options{})
	r1, err := first.Write(ctx, filepath.Join(t.TempDir(), "r1"), "0.1.0", digest, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, err := kaggle.ReadRows(r1)
	if err != nil {
		t.Fatal(err)
	}
	second := compose(t, map[string]*kaggle.Input{
		"made-up-up": {Boards: []*leaderboard.Board{board("made-up-up", "", "0.9", "0.75", "0.5", "0.25")}},
	}, kaggle.Options{Before: before})
	r2, err := second.Write(ctx, filepath.Join(t.TempDir(), "r2"), "0.2.0", digest, r1)
	if err != nil {
		t.Fatal(err)
	}
	after, err := kaggle.ReadRows(r2)
	if err != nil {
		t.Fatal(err)
	}
	down := row(t, second, "made-up-down")
	if *down.KaggleTitle != "Down" || *down.Gold != 1 || len(after.Standings) != 7 || r2.Manifest.Competitions != digest || r2.Manifest.Version != "0.2.0" {
		t.Errorf("%+v, %d standings, %+v", down, len(after.Standings), r2.Manifest)
	}
	if _, err := second.Write(ctx, r2.Dir, "0.3.0", digest, r1); !errors.Is(err, schemas.ErrReleaseExists) {
		t.Errorf("written over: %v", err)
	}
}

func TestMedalsGoOnFollowingThePrivateBoard(t *testing.T) {
	private := board("made-up-down", data.BoardPrivate, "1", "2", "3")
	before := compose(t, map[string]*kaggle.Input{"made-up-down": {Boards: []*leaderboard.Board{private}}}, kaggle.Options{}).Rows
	before.Competitions = append(before.Competitions, schemas.Competition{ID: "gone"})
	before.Standings = append(before.Standings, schemas.Standing{Competition: "gone", Board: "private", Rank: 1})
	public := board("made-up-down", data.BoardPublic, "0.5", "2", "3")
	res := compose(t, map[string]*kaggle.Input{"made-up-down": {Boards: []*leaderboard.Board{public}}}, kaggle.Options{Public: true, Before: &before})
	down := row(t, res, "made-up-down")
	if *down.Board != "private" || *down.Gold != 1 || *down.BoardDigest != private.Digest() || len(res.Standings) != 7 {
		t.Errorf("%+v, %d standings", down, len(res.Standings))
	}
	row(t, res, "gone")
	other := board("made-up-down", data.BoardPrivate, "1.5", "2", "3")
	res = compose(t, map[string]*kaggle.Input{"made-up-down": {Boards: []*leaderboard.Board{other}}}, kaggle.Options{Before: &res.Rows})
	if down := row(t, res, "made-up-down"); *down.Gold != 1.5 || len(res.Standings) != 7 {
		t.Errorf("%+v, %d standings", down, len(res.Standings))
	}
}

func TestCatalogueThatContradictsItself(t *testing.T) {
	c := catalogue(t)
	c.Competitions[1].Thresholds.Gold = 0.91
	res, err := kaggle.Compose(c, map[string]*kaggle.Input{"made-up-up": {Boards: []*leaderboard.Board{board("made-up-up", "", "0.9", "0.75", "0.5", "0.25")}}}, kaggle.Options{})
	if err != nil || len(res.Refused) != 1 || !strings.Contains(res.Refused[0].Error(), "the catalogue's thresholds are not those of upstream's board: gold 0.9 here, 0.91") {
		t.Errorf("%v, refused %v", err, res.Refused)
	}
}

func TestFromMeta(t *testing.T) {
	dir := t.TempDir()
	err := metatest.Write(dir, metatest.Options{Seed: 5, Competitions: []metatest.Competition{
		{Slug: "made-up-up", Teams: 120, Hosts: 4, Absent: 3, HigherBetter: true, Medals: true, Mistaken: 2, Digits: 2},
	}})
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := kaggle.FromMeta(context.Background(), meta.Options{Dir: dir, Competitions: []string{"made-up-up", "made-up-down"}})
	if err != nil {
		t.Fatal(err)
	}
	res := compose(t, inputs, kaggle.Options{})
	if len(res.Refused) != 1 || !strings.Contains(res.Refused[0].Error(), "made-up-down: not in Competitions.csv") {
		t.Errorf("refused: %v", res.Refused)
	}
	up := row(t, res, "made-up-up")
	if *up.BoardOrigin != "meta-kaggle" || *up.Teams != 120 || *up.KaggleTeams != 120 || *up.KaggleCategory != "Featured" || *up.Deadline != "2020-03-02T23:59:00Z" {
		t.Errorf("%+v", up)
	}
	// Kaggle awarded bronze to place 48 - 2; the rule gives it to every score that
	// is as good as place 48's.
	medals := 0
	for _, n := range res.Notes {
		if n.Kind == kaggle.NoteMedal {
			medals++
		}
	}
	var withMedal int
	for _, s := range res.Standings {
		if s.Medal != "none" {
			withMedal++
		}
	}
	if medals < withMedal-46 || medals == 0 {
		t.Errorf("%d medals by the rule, %d told:\n%s", withMedal, medals, notes(res))
	}
	for _, want := range []string{
		"left_out: private board: 3 handed in nothing that counts", "hosts: benchmark rows of the hosts, which upstream's boards keep, are left out (4): ",
		"Kaggle none, the rule bronze (as good as the last that gets it)", "thresholds: gold ",
	} {
		if !strings.Contains(notes(res), want) {
			t.Errorf("no note %q in\n%s", want, notes(res))
		}
	}
}

func TestFromFolder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ids := []string{"made-up-up", "made-up-down"}
	write("made-up-up/leaderboard.csv", "rank,score\n1,0.9\n2,0.7\n3,0.6\n4,0.5\n")
	write("made-up-up/publicleaderboard.csv", "rank,score\n1,0.99\n2,0.9\n")
	write("made-up-down.csv", "version https://git-lfs.github.com/spec/v1\n")
	write("README.md", "")
	write("other/leaderboard.csv", "score\n1\n")
	inputs, others, err := kaggle.FromFolder(dir, ids)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(others, " ") != "README.md other" {
		t.Errorf("others %q", others)
	}
	up, down := inputs["made-up-up"], inputs["made-up-down"]
	if len(up.Boards) != 2 || up.Boards[0].Kind != "" || up.Boards[1].Kind != data.BoardPublic || up.Boards[0].Source.Origin != "folder" {
		t.Errorf("up: %+v", up)
	}
	var refusal *leaderboard.Refusal
	if !errors.As(down.Err, &refusal) || refusal.Reason != leaderboard.LFSPointer {
		t.Errorf("down: %v", down.Err)
	}
	write("made-up-up.csv", "score\n1\n")
	if _, _, err := kaggle.FromFolder(dir, ids); err == nil || !strings.Contains(err.Error(), "two leaderboards of made-up-up") {
		t.Errorf("two of one: %v", err)
	}
}

// TestUpstreamsBoards reads the 82 real boards, where they are at hand
// (PODIUM_LEADERBOARDS, a folder with <id>/leaderboard.csv), with the embedded
// catalogue: thresholds are equal to the last digit, and every file is known.
func TestUpstreamsBoards(t *testing.T) {
	dir := os.Getenv("PODIUM_LEADERBOARDS")
	if dir == "" {
		t.Skip("PODIUM_LEADERBOARDS does not name a folder with upstream's leaderboards; they are Kaggle's and not kept here")
	}
	c, err := kaggle.ReadCatalogue(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, comp := range c.Competitions {
		ids = append(ids, comp.ID)
	}
	inputs, _, err := kaggle.FromFolder(dir, ids)
	if err != nil {
		t.Fatal(err)
	}
	res, err := kaggle.Compose(c, inputs, kaggle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range res.Refused {
		t.Error(err)
	}
	for i, row := range res.Competitions {
		want := c.Competitions[i].Thresholds
		switch {
		case inputs[row.ID] == nil:
			t.Errorf("%s: no leaderboard", row.ID)
		case !strings.HasPrefix(*row.BoardOrigin, "upstream's board"):
			t.Errorf("%s: not known", row.ID)
		case want == nil:
			t.Errorf("%s: no thresholds in the catalogue", row.ID)
		default:
			for name, pair := range map[string][2]float64{"gold": {*row.Gold, want.Gold}, "silver": {*row.Silver, want.Silver}, "bronze": {*row.Bronze, want.Bronze}, "median": {*row.Median, want.Median}} {
				if math.Float64bits(pair[0]) != math.Float64bits(pair[1]) {
					t.Errorf("%s: %s %s, the catalogue has %s", row.ID, name, exact(pair[0]), exact(pair[1]))
				}
			}
		}
	}
}

func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
