package meta_test

import (
	"archive/zip"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/builder/kaggle/meta"
	"podium/builder/kaggle/meta/metatest"
)

var tables = flag.String("tables", "", "keep the made-up tables of TestGolden in this folder, for golden.py")

func madeUp() metatest.Options {
	return metatest.Options{
		Seed: 3, Submissions: 30_000,
		Competitions: []metatest.Competition{
			{Slug: "made-up-up", Teams: 1200, Hosts: 3, Absent: 40, HigherBetter: true, Medals: true},
			{Slug: "made-up-down", Teams: 260, Hosts: 0, Absent: 10, Medals: true, Mistaken: 2},
			{Slug: "made-up-small", Teams: 45, Hosts: 2, HigherBetter: true, Digits: 2},
		},
	}
}

var slugs = []string{"made-up-up", "made-up-down", "made-up-small", "made-up-not-there"}

func write(t *testing.T, o metatest.Options) string {
	t.Helper()
	dir := t.TempDir()
	if err := metatest.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, dir string) map[string]*meta.Competition {
	t.Helper()
	found, err := meta.Read(context.Background(), meta.Options{Dir: dir, Competitions: slugs, Public: true})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

type golden struct {
	Rows      int    `json:"rows"`
	Private   string `json:"private"`
	Public    string `json:"public"`
	WithHosts string `json:"with_hosts"`
	Medals    [3]int `json:"medals"`
}

// TestGolden compares with the same joins made by DuckDB (testdata/golden.py).
func TestGolden(t *testing.T) {
	dir := *tables
	if dir == "" {
		dir = t.TempDir()
	}
	if err := metatest.Write(dir, madeUp()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	want, got := map[string]golden{}, map[string]golden{}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for slug, c := range read(t, dir) {
		g := golden{Rows: len(c.Private.Board.Scores), Private: c.Private.Board.Digest(), Public: c.Public.Board.Digest()}
		g.WithHosts = g.Private
		if c.Private.WithHosts != nil {
			g.WithHosts = c.Private.WithHosts.Digest()
		}
		for _, m := range c.Private.Medals {
			if m > 0 {
				g.Medals[m-1]++
			}
		}
		got[slug] = g
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-DuckDB +got:\n%s", diff)
	}
}

func TestWhatIsKnownOfACompetition(t *testing.T) {
	c := read(t, write(t, madeUp()))["made-up-up"]
	if c.ID != 1 || c.Title != "Made-up, made-up-up" || c.Segment != "Featured" || c.Metric != "Score of Nothing" || c.Teams != 1200 ||
		c.HigherBetter == nil || !*c.HigherBetter || c.Deadline.Format("2006-01-02T15:04:05Z07:00") != "2020-03-02T23:59:00Z" || !slices.Equal(c.Tags, []string{"image"}) {
		t.Errorf("%+v", c)
	}
	if c.Private.Left != (meta.Left{Hosts: 3, NoEntry: 40}) {
		t.Errorf("left out: %+v", c.Private.Left)
	}
}

// The same boards come from early column names, from zips and gzip, and from
// numbers that went through pandas.
func TestEditionsAndPackings(t *testing.T) {
	want := read(t, write(t, madeUp()))["made-up-up"].Private.Board
	early, floats := madeUp(), madeUp()
	early.Early, floats.Floats = true, true
	dirs := map[string]string{"floats": write(t, floats), "gzip": write(t, madeUp()), "zip each": write(t, madeUp()), "one zip": write(t, madeUp())}
	repack(t, dirs["gzip"], func(name string, text []byte) { gzipFile(t, name+".gz", text) })
	repack(t, dirs["zip each"], func(name string, text []byte) {
		zipFiles(t, name+".zip", map[string][]byte{filepath.Base(name): text})
	})
	all := map[string][]byte{"__MACOSX/Teams.csv": []byte("x"), "Users.csv": []byte("Id\n1\n")}
	repack(t, dirs["one zip"], func(name string, text []byte) { all["meta/"+filepath.Base(name)] = text })
	zipFiles(t, filepath.Join(dirs["one zip"], "archive.zip"), all)
	dirs["the zip itself"] = filepath.Join(dirs["one zip"], "archive.zip")
	for name, dir := range dirs {
		if got := read(t, dir)["made-up-up"].Private.Board; got.Digest() != want.Digest() {
			t.Errorf("%s: another board", name)
		}
	}
	// The early tables have no public ranks.
	found, err := meta.Read(context.Background(), meta.Options{Dir: write(t, early), Competitions: slugs})
	if err != nil {
		t.Fatal(err)
	}
	c := found["made-up-down"]
	if c.HigherBetter == nil || *c.HigherBetter || c.Metric != "Lower Score" || len(c.Private.Board.Scores) != 260 {
		t.Errorf("early: %+v", c)
	}
	if got := found["made-up-up"].Private.Board; got.Digest() != want.Digest() {
		t.Error("early: another board")
	}
}

func TestEveryLeftOutTeamIsCounted(t *testing.T) {
	dir := tiny(t, map[string]string{
		"Teams": "1,1,11,1,False,1\n2,1,12,2,False,2\n3,1,,,False,\n4,1,14,,False,\n5,1,15,5,False,\n6,1,16,6,False,\n7,1,17,,True,\n8,1,18,8,False,\n",
		"Submissions": "11,1,0.9\n12,2,0.8\n14,4,0.5\n15,5,\n16,99,0.3\n17,7,0.85\n" + // 18 is not there
			"19,1,0.99\n",
	})
	s := read(t, dir)["made-up-up"].Private
	if want := (meta.Left{Hosts: 1, NoEntry: 1, NoRank: 1, NoScore: 1, Unknown: 1, OtherTeams: 1}); s.Left != want {
		t.Errorf("left out: %+v, expected %+v", s.Left, want)
	}
	if got := fmt.Sprint(s.Board.Scores, s.WithHosts.Scores); got != "[{0.9 0.9} {0.8 0.8}] [{0.9 0.9} {0.85 0.85} {0.8 0.8}]" {
		t.Errorf("boards %s", got)
	}
}

// tiny writes tables with a few columns; rows replace the usual ones by table.
func tiny(t *testing.T, rows map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Competitions": "Id,Slug,EvaluationAlgorithmIsMax,DeadlineDate\n",
		"Teams":        "Id,CompetitionId,PrivateLeaderboardSubmissionId,PrivateLeaderboardRank,IsBenchmark,PublicLeaderboardRank,PublicLeaderboardSubmissionId,Medal\n",
		"Submissions":  "Id,TeamId,PrivateScoreLeaderboardDisplay,PublicScoreLeaderboardDisplay\n",
	} {
		usual := map[string]string{"Competitions": "1,made-up-up,True,\n", "Teams": "1,1,11,1,False,1,,\n", "Submissions": "11,1,0.9,\n"}[name]
		if r, ok := rows[name]; ok {
			usual = r
			if want := strings.Count(text, ","); strings.Count(strings.SplitN(r, "\n", 2)[0], ",") != want {
				pad := strings.Repeat(",", want-strings.Count(strings.SplitN(r, "\n", 2)[0], ","))
				usual = strings.ReplaceAll(r, "\n", pad+"\n")
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(text+usual), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestBadTablesAreToldByFileAndLine(t *testing.T) {
	for name, test := range map[string]struct {
		rows map[string]string
		want string
	}{
		"id":           {map[string]string{"Teams": "1,x,11,1,False,1,,\n"}, `Teams.csv:2: CompetitionId: "x" is not a whole number`},
		"medal":        {map[string]string{"Teams": "1,1,11,1,False,1,,4\n"}, `medal "4"`},
		"benchmark":    {map[string]string{"Teams": "1,1,11,1,maybe,1,,\n"}, `IsBenchmark: "maybe" is neither`},
		"fields":       {map[string]string{"Teams": "1,1,11,1,False,1,,\n2,1\n"}, "wrong number of fields"},
		"score":        {map[string]string{"Submissions": "11,1,n/a,\n"}, `submission 11: score "n/a"`},
		"twice":        {map[string]string{"Submissions": "11,1,0.9,\n11,1,0.9,\n"}, "submission 11 stands twice"},
		"two of it":    {map[string]string{"Competitions": "1,made-up-up,True,\n2,made-up-up,True,\n"}, "competition made-up-up stands twice"},
		"date":         {map[string]string{"Competitions": "1,made-up-up,True,soon\n"}, `"soon" is not a date`},
		"open quote":   {map[string]string{"Submissions": "11,1,\"0.9,\n"}, "Submissions.csv"},
		"direction":    {map[string]string{"Competitions": "1,made-up-up,Up,\n"}, "EvaluationAlgorithmIsMax"},
		"other's twin": {map[string]string{"Competitions": "1,made-up-up,True,\n1,made-up-down,True,\n"}, "competition 1 stands twice"},
	} {
		_, err := meta.Read(context.Background(), meta.Options{Dir: tiny(t, test.rows), Competitions: slugs})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error is %v, expected %q in it", name, err, test.want)
		}
	}
}

func TestMissingTablesAndColumns(t *testing.T) {
	dir := tiny(t, nil)
	if err := os.WriteFile(filepath.Join(dir, "Teams.csv"), []byte("Id,CompetitionId,TeamName\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := meta.Read(context.Background(), meta.Options{Dir: dir, Competitions: slugs})
	var missing *meta.MissingColumnError
	if !errors.As(err, &missing) || missing.Names[0] != "PrivateLeaderboardSubmissionId" {
		t.Errorf("a column: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "Teams.csv")); err != nil {
		t.Fatal(err)
	}
	if _, err := meta.Read(context.Background(), meta.Options{Dir: dir, Competitions: slugs}); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "Teams.csv") {
		t.Errorf("a table: %v", err)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := meta.Options{Dir: write(t, madeUp()), Competitions: slugs, Progress: func(table string, _ int64) func(int) {
		if table == "Submissions" {
			cancel()
		}
		return func(int) {}
	}}
	if _, err := meta.Read(ctx, o); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

// repack replaces every table of dir by what pack makes of it.
func repack(t *testing.T, dir string, pack func(name string, text []byte)) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pack(name, text)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

func gzipFile(t *testing.T, name string, text []byte) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	_, err = z.Write(text)
	if err := errors.Join(err, z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

func zipFiles(t *testing.T, name string, files map[string][]byte) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for member, text := range files {
		var w io.Writer
		if w, err = z.Create(member); err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("1,made-up-up,True,\n", "1,1,11,1,False,1,,\n", "11,1,0.9,\n")
	f.Add("1.0,made-up-up,1,01/02/2020\n", "1,1,11.0,1.0,True,1,12,3\n", "11,1,-1e-3,0.5\n")
	f.Fuzz(func(t *testing.T, competitions, teams, submissions string) {
		dir := t.TempDir()
		for name, text := range map[string]string{
			"Competitions": "Id,Slug,EvaluationAlgorithmIsMax,DeadlineDate\n" + competitions,
			"Teams":        "Id,CompetitionId,PrivateLeaderboardSubmissionId,PrivateLeaderboardRank,IsBenchmark,PublicLeaderboardRank,PublicLeaderboardSubmissionId,Medal\n" + teams,
			"Submissions":  "Id,TeamId,PrivateScoreLeaderboardDisplay,PublicScoreLeaderboardDisplay\n" + submissions,
		} {
			if err := os.WriteFile(filepath.Join(dir, name+".csv"), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		found, err := meta.Read(context.Background(), meta.Options{Dir: dir, Competitions: slugs, Public: true})
		if err != nil {
			return
		}
		for slug, c := range found {
			if c.Slug != slug || c.Private == nil || c.Public == nil {
				t.Fatalf("%s: %+v", slug, c)
			}
		}
	})
}
