package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"podium/schemas"
	"podium/scorer/rule"
	"podium/scorer/run"
)

func TestMain(m *testing.M) {
	flag.BoolVar(&update, "update", false, "write the golden files")
	flag.Parse()
	os.Exit(m.Run())
}

func build(t *testing.T, f *run.Folder) *Report {
	t.Helper()
	r, err := Build(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The golden report was worked out by hand from the run of executed: see
// TestFigures for the figures.
func TestGolden(t *testing.T) {
	r := build(t, executed(t))
	for name, write := range map[string]func(*bytes.Buffer) error{
		"report.json":    func(b *bytes.Buffer) error { return r.WriteJSON(b) },
		"report.txt":     func(b *bytes.Buffer) error { return r.WriteTable(b) },
		"report.html":    func(b *bytes.Buffer) error { return r.WriteHTML(b) },
		"verdicts.jsonl": func(b *bytes.Buffer) error { return r.WriteVerdicts(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
	}
}

func TestFigures(t *testing.T) {
	r := build(t, executed(t))
	passes := func(g Group) (list []float64) {
		for _, p := range g.PassAt {
			list = append(list, p.Passes)
		}
		return list
	}
	// Paper: sample 1 at once, 2 by its second, 3 by its deadline, 6 at once; 7 is
	// dropped. Strict: 1 and 2 with one of five, 6 with one of five, 7 with one of
	// two; k goes to two, because 7 has two outputs.
	if got := passes(r.Paper.All); len(got) != 3 || got[0] != 3 || got[1] != 4 || got[2] != 4 {
		t.Errorf("paper passes %v, want 3 4 4", got)
	}
	if got := passes(r.Strict.All); len(got) != 2 || !near(got[0], 0.2+0.2+0.2+0.5) || !near(got[1], 0.4+0.4+0.4+1) {
		t.Errorf("strict passes %v, want 1.1 2.2", got)
	}
	// Sample 5 has one output that could not be judged, its first.
	if b := r.Paper.All.PassAt[0].Bounds; b == nil || !near(b.AllFailed, 3./8) || !near(b.AllPassed, 4./8) {
		t.Errorf("bounds of paper %+v", b)
	}
	if b := r.Strict.All.PassAt[0].Bounds; b == nil || !near(b.AllFailed, 1.1/8) || !near(b.AllPassed, 1.3/8) {
		t.Errorf("bounds of strict %+v", b)
	}
	if s := r.Split; s.Samples != 8 || s.Predicted != 7 || s.Missing != 1 || s.Outputs != 32 {
		t.Errorf("split %+v", s)
	}
	if u := r.Upstream; u.Scored != 6 || u.Dropped != 1 || u.Missing != 1 || !near(u.Pass[0], 3./6) || !near(u.Pass[2], 4./6) {
		t.Errorf("upstream %+v", u)
	}
	if !r.Open() || r.Unfinished() {
		t.Error("the run is finished, with trouble left")
	}
}

func near(a, b float64) bool { return a-b < 1e-12 && b-a < 1e-12 }

// Verdicts add up in every group, and groups to the whole.
func TestVerdictsAddUp(t *testing.T) {
	r := build(t, executed(t))
	for _, ru := range []Rule{r.Paper, r.Strict} {
		for _, groups := range [][]Group{{ru.All}, ru.ByRepository, ru.ByTask, ru.ByType} {
			samples, outputs := 0, 0
			for _, g := range groups {
				samples += g.Samples
				outputs += g.Outputs
				if n := total(g.SampleVerdicts); n != g.Samples {
					t.Errorf("%q: verdicts of %d samples, want %d", g.Name, n, g.Samples)
				}
				if n := total(g.OutputVerdicts); n != g.Outputs+g.Samples-g.Predicted {
					t.Errorf("%q: verdicts of %d outputs, want %d and the missing", g.Name, n, g.Outputs)
				}
				if n := g.OutputVerdicts[rule.Missing]; n != g.Samples-g.Predicted {
					t.Errorf("%q: %d missing", g.Name, n)
				}
			}
			if samples != r.Split.Samples || outputs != r.Split.Outputs {
				t.Errorf("groups have %d samples and %d outputs, the split %d and %d", samples, outputs, r.Split.Samples, r.Split.Outputs)
			}
		}
	}
}

func total(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../schemas/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]*run.Folder{
		"executed":             executed(t),
		"static":               folder(t, true, sampleOf{"gan", "PyTorch-GAN", "", schemas.TypeBash, 1, 1, run.SkipStaticOnly, []output{{}}}),
		"no prediction at all": folder(t, true, sampleOf{"gan", "PyTorch-GAN", "", schemas.TypeBash, 1, 0, "", nil}),
	} {
		var b bytes.Buffer
		if err := build(t, f).WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(&b)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is read back is what was written.
func TestReadBack(t *testing.T) {
	f := executed(t)
	if err := build(t, f).Write(f.Dir()); err != nil {
		t.Fatal(err)
	}
	r, err := Read(f.Dir())
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := r.WriteJSON(&again); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", again.Bytes())
	if _, err := Read(t.TempDir()); err == nil || !strings.Contains(err.Error(), "scorer regrade") {
		t.Errorf("no report: %v", err)
	}
}

// Names from a release cannot steer a terminal nor a browser.
func TestNamesAreEscaped(t *testing.T) {
	r := build(t, executed(t))
	var text, page bytes.Buffer
	if err := r.WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteHTML(&page); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "\x1b") {
		t.Error("the table has an escape code")
	}
	if strings.Contains(page.String(), "<b>") || strings.ContainsAny(page.String(), "\x1b") || strings.Contains(page.String(), "http") {
		t.Error("the page has markup of a name, or an address")
	}
}

// The golden file equals, byte for byte, what Python 3.11's json.dump gives for the
// dictionaries that upstream's scorer writes of these verdicts.
func TestUpstreamForm(t *testing.T) {
	time.Local = time.UTC
	r := build(t, executed(t))
	var b bytes.Buffer
	if err := r.WriteUpstream(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "result.jsonl", b.Bytes())

	none := build(t, folder(t, true, sampleOf{"gan", "PyTorch-GAN", "", schemas.TypeBash, 1, 1, run.SkipStaticOnly, []output{{}}}))
	b.Reset()
	if err := none.WriteUpstream(&b); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines != 1 {
		t.Errorf("without a row of five outputs there are %d lines, want the header", lines)
	}
}

func TestPythonForms(t *testing.T) {
	// Python 3.11: repr(f).
	for f, want := range map[float64]string{0: "0.0", 1: "1.0", 0.5: "0.5", 1. / 3: "0.3333333333333333", 1. / 10044: "9.956192751891676e-05", 1. / 7000: "0.00014285714285714287"} {
		if got := pythonFloat(f); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
	// Python 3.11: json.dumps(s).
	for s, want := range map[string]string{"a/b.jsonl": `"a/b.jsonl"`, "ü<\"\\\n\u2028\x7f": `"\u00fc<\"\\\n\u2028` + "\x7f\"", "😀": `"\ud83d\ude00"`} {
		if got := pythonString(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
		var back string
		if err := json.Unmarshal([]byte(pythonString(s)), &back); err != nil || back != s {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
	}
}

func TestWriteLeavesNothingHalf(t *testing.T) {
	f := executed(t)
	if err := build(t, f).Write(f.Dir()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.json", "report.html", "verdicts.jsonl", "upstream/result.jsonl"} {
		if _, err := os.Stat(filepath.Join(f.Dir(), name)); err != nil {
			t.Error(err)
		}
	}
}
