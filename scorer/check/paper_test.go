package check

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"podium/schemas"
)

// The expected values in testdata/paper were computed by the published scorer's
// own functions validate_arguments, validate_output_type and execute_output
// (utils/exec.py at 7d6c967), run under CPython 3.11 outside this repository.

func TestPaperOddOutputs(t *testing.T) {
	f, err := os.Open("testdata/paper/odd.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var c struct {
			Name, Arguments, Type, Output string
			Upstream                      Paper
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		sample := &schemas.Sample{GithubID: 10, Arguments: c.Arguments, Type: c.Type}
		got := Check(sample, nil, c.Output).Paper
		got.Dies = ""
		if got != c.Upstream {
			t.Errorf("%s: %+v, upstream says %+v: %q in %q", c.Name, got, c.Upstream, c.Arguments, c.Output)
		}
	}
}

func TestPaperCorpus(t *testing.T) {
	golden, err := os.ReadFile("testdata/paper/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(golden)) {
		name, verdict, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		want[name] = verdict
	}
	title := map[bool]string{true: "True", false: "False"}
	for _, c := range corpus(t) {
		p := Check(c.sample, c.task, c.output).Paper
		got := fmt.Sprintf("%s\t%s\t%s", title[p.Arguments], title[p.Type], p.Mode)
		if w, ok := want[c.name]; ok && got != w { // a new case has no golden line until upstream is asked
			t.Errorf("%s: %q, upstream says %q", c.name, got, w)
		}
	}
}

func TestPaperDies(t *testing.T) {
	sample := &schemas.Sample{GithubID: 1, Path: "./examples", Arguments: "{}", Type: schemas.TypeBash}
	// "cd ./repos/dgl/examples; source activate dgl_DS; " has 49 bytes, and the
	// longest argument Linux takes 131071.
	const room = 131071 - 49
	for name, c := range map[string]struct {
		output string
		dies   bool
	}{
		"NUL":               {"python a.py \x00", true},
		"longest":           {"python a.py " + strings.Repeat("x", room-12), false},
		"one byte too long": {"python a.py " + strings.Repeat("x", room-11), true},
	} {
		p := Check(sample, nil, c.output).Paper
		if (p.Dies != "") != c.dies || p.Passes() == c.dies {
			t.Errorf("%s: %+v", name, p)
		}
	}
	python := &schemas.Sample{GithubID: 1, Arguments: "{}", Type: schemas.TypePython}
	if p := Check(python, nil, "print(1)\x00").Paper; !p.Passes() {
		t.Errorf("a Python text is written to a file, and any text can be: %+v", p)
	}
}
