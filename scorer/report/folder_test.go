package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"podium/internal/atomicfile"
	"podium/schemas"
	"podium/scorer/check"
	"podium/scorer/rule"
	"podium/scorer/run"
	"podium/scorer/sandbox"
)

// output describes one output of a test's run: what the static checks say and
// what came of executing it.
type output struct {
	noArguments, noType bool   // upstream's checks
	strict              string // verdict of strict's static checks
	end                 string // "0", "1", "late", "deadline", "flood", "lost", "memory"; empty: not executed
}

// sampleOf is a sample of a test's run.
type sampleOf struct {
	repository, folder, task, kind string
	id, line                       int64
	skip                           string
	outputs                        []output
}

// folder writes a run folder as package run does and opens it.
func folder(t *testing.T, staticOnly bool, samples ...sampleOf) *run.Folder {
	t.Helper()
	dir := t.TempDir()
	m := run.Manifest{SchemaVersion: run.SchemaVersion}
	m.Inputs = run.Inputs{
		Release: "sha256:" + string(bytes.Repeat([]byte("0"), 64)), Split: "full", Predictions: "11", Rules: rule.Version,
		Wrapper: run.Wrapper, StaticOnly: staticOnly, Deadline: time.Minute, Limits: sandbox.DefaultLimits, Checks: "22",
	}
	if !staticOnly {
		m.Inputs.Engine = &sandbox.Engine{Name: "docker", Version: "20.10.24"}
		m.Inputs.Images = []sandbox.Image{{Environment: "torch", Reference: "podium/torch:1", Layers: []string{"sha256:aa"}}}
	}
	m.Source = run.Source{
		Predictions: "models/ü<b>.jsonl", Release: "releases/1.0.0", Podium: "dev", Go: "go1.26",
		Started: time.Date(2026, 12, 1, 6, 0, 0, 0, time.UTC), Host: run.Host{OS: "linux", Arch: "amd64", CPUs: 2},
	}
	var checks, attempts bytes.Buffer
	for _, s := range samples {
		c := run.Check{
			Sample: schemas.Key{GithubID: 10, ID: s.id}, Repository: s.repository, Folder: s.folder,
			Task: s.task, Type: s.kind, Line: s.line, Deadline: time.Minute, Skip: s.skip, Outputs: []run.Output{},
		}
		m.Plan.Samples++
		for i, o := range s.outputs {
			m.Plan.Outputs++
			add(t, &c, &attempts, &m.Plan, i, o)
		}
		encode(t, &checks, c)
	}
	var manifest bytes.Buffer
	encode(t, &manifest, m)
	for name, b := range map[string][]byte{"run.json": manifest.Bytes(), "checks.jsonl": checks.Bytes(), "attempts.jsonl": attempts.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := run.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// add adds an output to a line of checks.jsonl, and its attempt to the journal.
func add(t *testing.T, c *run.Check, attempts *bytes.Buffer, plan *run.Plan, i int, o output) {
	t.Helper()
	out := run.Output{
		Paper:    check.Paper{Arguments: !o.noArguments, Type: !o.noType, Mode: schemas.ModeBash},
		Strict:   check.Strict{Verdict: o.strict, Mode: schemas.ModeBash},
		Deadline: rule.PaperDeadline,
	}
	var rules []string
	if out.Paper.Passes() {
		rules = append(rules, rule.NamePaper)
	}
	if o.strict == "" {
		rules = append(rules, rule.NameStrict)
	}
	if len(rules) > 0 {
		plan.Executions++
		e := run.Execution{Mode: schemas.ModeBash, Rules: rules}
		if c.Skip == "" {
			plan.Attempts++
			e.Key = strconv.FormatInt(c.Sample.ID, 10) + "-" + strconv.Itoa(i)
			a := schemas.Attempt{Key: e.Key, Sample: c.Sample, Mode: e.Mode}
			if a.Facts, a.Trouble = outcome(o.end); a.Facts != nil || a.Trouble != nil {
				encode(t, attempts, a)
			}
		}
		out.Executions = []run.Execution{e}
	}
	c.Outputs = append(c.Outputs, out)
}

func outcome(end string) (*schemas.Facts, *schemas.Trouble) {
	f := &schemas.Facts{End: schemas.EndExited, Elapsed: time.Second}
	switch end {
	case "":
		return nil, nil
	case "lost":
		return nil, &schemas.Trouble{Kind: schemas.EngineLost, Message: "gone", Tries: 3}
	case "1":
		f.Code = 1
	case "late":
		f.Code, f.Elapsed = 1, 20*time.Second
	case "deadline":
		f.End, f.Elapsed = schemas.EndDeadline, time.Minute
	case "flood":
		f.Code, f.Stdout.Bytes, f.Stdout.BytesBeforeEnd = 1, 200_000, 200_000
	case "memory":
		f.End = schemas.EndOutOfMemory
	}
	return f, nil
}

func encode(t *testing.T, b *bytes.Buffer, v any) {
	t.Helper()
	if err := json.NewEncoder(b).Encode(v); err != nil {
		t.Fatal(err)
	}
}

// executed is a run in which everything happened once.
func executed(t *testing.T) *run.Folder {
	five := func(o ...output) []output {
		for len(o) < 5 {
			o = append(o, output{noArguments: true, strict: rule.WrongArguments})
		}
		return o
	}
	gan := func(id, line int64, o ...output) sampleOf {
		return sampleOf{"gan", "PyTorch-GAN", "gan.wgan", schemas.TypeBash, id, line, "", o}
	}
	eap := func(id, line int64, o ...output) sampleOf {
		return sampleOf{"eap", "External-Attention-pytorch", "eap.<b>\x1b[31m", schemas.TypePython, id, line, "", o}
	}
	static := gan(8, 3, five(output{}, output{})...)
	static.skip = run.SkipJudgedStatic
	return folder(t, false,
		gan(1, 7, five(output{end: "0"})...),
		gan(2, 5, five(output{end: "1"}, output{end: "0"})...),
		gan(3, 6, five(output{end: "deadline"}, output{end: "late"}, output{end: "flood"}, output{end: "memory"}, output{end: "1"})...),
		gan(4, 0),
		eap(5, 2, five(output{end: "lost"}, output{end: "1"})...),
		eap(6, 4, five(output{strict: rule.WrongArguments, end: "0"}, output{noArguments: true, end: "0"}, output{noType: true, strict: rule.WrongType})...),
		eap(7, 1, output{end: "0"}, output{end: "1"}),
		static,
	)
}

var update bool

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := atomicfile.WriteBytes(path, 0o644, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; go test ./scorer/report -update, and look at the difference. Got:\n%s", path, got)
	}
}
