package kaggle_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podium/builder/kaggle"
	"podium/builder/kaggle/api"
	"podium/builder/kaggle/api/kaggletest"
	"podium/builder/kaggle/leaderboard"
)

func falling(n int, format string) []string {
	scores := make([]string, n)
	for i := range scores {
		scores[i] = fmt.Sprintf(format, 1-float64(i)/float64(n))
	}
	return scores
}

func client(t *testing.T, s *kaggletest.Server) *api.Client {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	credentials, err := api.FindCredentials(func(name string) string { return map[string]string{"KAGGLE_API_TOKEN": kaggletest.Token}[name] }, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, err := api.New(api.Options{URL: server.URL, Credentials: credentials, Patience: api.Patience{Tries: 3, First: time.Millisecond, Longest: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFromAPI(t *testing.T) {
	whole := falling(150, "%.4f")
	s := kaggletest.New(
		&kaggletest.Competition{Name: "over", Title: "Over", Category: "Research", Metric: "AUC", Tags: []string{"b", "a"}, Private: append(slices.Clone(whole), "", ""), Public: falling(149, "%.3f")},
		&kaggletest.Competition{Name: "running", Deadline: "2999-01-01T00:00:00Z", Public: whole},
		&kaggletest.Competition{Name: "unreleased", Public: whole},
		&kaggletest.Competition{Name: "words", Private: []string{"0.5", "n/a"}, Public: whole},
		&kaggletest.Competition{Name: "nobody"},
	)
	ids := []string{"over", "running", "unreleased", "words", "nobody", "missing"}
	dir := t.TempDir()
	var done []string
	failed, err := kaggle.FromAPI(context.Background(), client(t, s), dir, ids, kaggle.Options{}, func(id string) { done = append(done, id) })
	if err != nil || !slices.Equal(done, ids) {
		t.Fatalf("%v, done %q", err, done)
	}
	for id, want := range map[string]leaderboard.Reason{"running": leaderboard.Public, "unreleased": leaderboard.Public, "words": leaderboard.BadScore, "nobody": leaderboard.Empty} {
		var refusal *leaderboard.Refusal
		if !errors.As(failed[id], &refusal) || refusal.Reason != want {
			t.Errorf("%s: %v, expected %s", id, failed[id], want)
		}
	}
	var e *api.Error
	if !errors.As(failed["missing"], &e) || e.Kind != api.Forbidden || failed["over"] != nil {
		t.Errorf("failed: %v", failed)
	}
	inputs, err := kaggle.Saved(dir, ids, failed)
	if err != nil {
		t.Fatal(err)
	}
	over := inputs["over"]
	if f := over.Facts; f.Title != "Over" || f.Category != "Research" || f.Teams != 152 || strings.Join(f.Tags, " ") != "a b" || f.Origin != "kaggle-api" {
		t.Errorf("facts %+v", f)
	}
	if b := over.Boards; len(b) != 1 || b[0].Digest() != digestOf(whole...) || b[0].Source != (leaderboard.Source{Origin: "kaggle-api"}) {
		t.Errorf("boards %+v", b)
	}
	// No team, person or date is saved.
	for _, name := range []string{"leaderboard.csv", "competition.json"} {
		text, err := os.ReadFile(filepath.Join(dir, "over", name))
		if err != nil {
			t.Fatal(err)
		}
		if s := string(text); strings.Contains(s, "Team «") || name == "leaderboard.csv" && !strings.HasPrefix(s, "rank,score\n1,1.0000\n") {
			t.Errorf("%s names a team:\n%s", name, s)
		}
	}
}

func TestFromAPIGoesOnAndTakesPublicBoards(t *testing.T) {
	s := kaggletest.New(
		&kaggletest.Competition{Name: "one", Private: falling(60, "%.4f"), Public: falling(60, "%.3f")},
		&kaggletest.Competition{Name: "two", Public: falling(60, "%.3f")},
	)
	s.Fail(kaggletest.Fault{Operation: "GetLeaderboard", After: 4, Times: 1, Do: kaggletest.Status(401, "Invalid credentials")})
	c, dir, ids := client(t, s), t.TempDir(), []string{"one", "two"}
	var e *api.Error
	if _, err := kaggle.FromAPI(context.Background(), c, dir, ids, kaggle.Options{}, func(string) {}); !errors.As(err, &e) || e.Kind != api.Unauthorised {
		t.Fatalf("error is %v", err)
	}
	before := len(s.Requests())
	failed, err := kaggle.FromAPI(context.Background(), c, dir, ids, kaggle.Options{}, func(string) {})
	if err != nil || len(failed) != 1 || failed["two"] == nil {
		t.Fatalf("%v, %v", err, failed)
	}
	for _, r := range s.Requests()[before:] {
		if strings.HasSuffix(r, " one") {
			t.Errorf("asked again: %s", r)
		}
	}
	if failed, err = kaggle.FromAPI(context.Background(), c, dir, ids, kaggle.Options{Public: true}, func(string) {}); err != nil || len(failed) != 0 {
		t.Fatalf("%v, %v", err, failed)
	}
	inputs, err := kaggle.Saved(dir, ids, nil)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, id := range ids {
		for _, b := range inputs[id].Boards {
			kinds = append(kinds, id+" "+b.Kind)
		}
	}
	if got := strings.Join(kinds, ", "); got != "one private, one public, two public" {
		t.Errorf("boards %s", got)
	}
}
