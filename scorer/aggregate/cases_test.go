package aggregate_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/data"
	"podium/scorer/aggregate"
)

// TestCases compares with what upstream's aggregation said: cases <case>/{reports,
// split.txt, expected.json} of PODIUM_CASES_DIR/_aggregate.
func TestCases(t *testing.T) {
	dir := os.Getenv("PODIUM_CASES_DIR")
	if dir == "" {
		dir = "../../../shared/mlebench/cases"
	}
	cases, _ := filepath.Glob(filepath.Join(dir, "_aggregate", "*", "expected.json"))
	if len(cases) == 0 {
		t.Skipf("no cases in %s (PODIUM_CASES_DIR names another folder)", dir)
	}
	for _, name := range cases {
		t.Run(filepath.Base(filepath.Dir(name)), func(t *testing.T) { testCase(t, name) })
	}
}

func testCase(t *testing.T, name string) {
	var want struct {
		Args    []string `json:"args"`
		Exit    int      `json:"exit_code"`
		Summary map[string]any
	}
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(name)
	split, err := aggregate.Split(data.Embedded(), filepath.Join(dir, "split.txt"))
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "reports", "*.json"))
	reports, err := aggregate.ReadReports(files)
	if err != nil {
		t.Fatal(err)
	}
	wanted := -1
	if i := slices.Index(want.Args, "--num-seeds"); i >= 0 {
		wanted, _ = strconv.Atoi(want.Args[i+1])
	}
	seeds, err := aggregate.Seeds(reports, split, slices.Contains(want.Args, "--pad-missing"), wanted)
	if (err != nil) != (want.Exit != 0) {
		t.Fatalf("error %v, upstream's exit code %d", err, want.Exit)
	}
	if err != nil {
		return
	}
	got := map[string]any{}
	b, err = json.Marshal(aggregate.Summarise(seeds))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Summary, only(got, want.Summary)); diff != "" {
		t.Errorf("upstream - ours +\n%s", diff)
	}
}

// only keeps of got what want has, too.
func only(got, want map[string]any) map[string]any {
	out := map[string]any{}
	for k, w := range want {
		out[k] = got[k]
		if w, ok := w.(map[string]any); ok {
			if g, ok := got[k].(map[string]any); ok {
				out[k] = only(g, w)
			}
		}
	}
	return out
}
