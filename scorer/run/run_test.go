package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podium/data"
	"podium/schemas"
	"podium/scorer/rule"
	"podium/scorer/sandbox"
)

func mustRun(t *testing.T, opts Options) Tally {
	t.Helper()
	tally, err := Run(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return tally
}

// paper returns paper's verdicts of a run folder, samples by line.
func paper(t *testing.T, dir string) string {
	t.Helper()
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for j, err := range f.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		var words []string
		for _, p := range j.Paper {
			words = append(words, p.Verdict)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "\n")
}

func TestEqualOutputsRunOnce(t *testing.T) {
	s := newScripted()
	opts := options(t, s, []string{text("a"), text("exit 1"), text("a")}, nil, []string{text("a"), "nothing like it"})
	tally := mustRun(t, opts)
	if s.ran[text("a")] != 2 || s.ran[text("exit 1")] != 1 || s.ran["nothing like it"] != 0 {
		t.Errorf("ran %v, want each text once a sample", s.ran)
	}
	if tally.Executed != tally.Attempts || tally.Attempts != s.all() || tally.Troubles != 0 {
		t.Errorf("%+v, %d executions", tally, s.all())
	}
	const want = "pass failed pass\n\npass wrong_arguments"
	if got := paper(t, opts.Dir); got != want {
		t.Errorf("paper says\n%s\nwant\n%s", got, want)
	}
}

func TestFinishedRunDoesNothing(t *testing.T) {
	s := newScripted()
	opts := options(t, s, []string{text("a"), text("b")})
	if tally := mustRun(t, opts); tally.Nothing() {
		t.Errorf("a new run had been finished: %+v", tally)
	}
	ran := s.all()
	before := snapshot(t, opts.Dir)
	if tally := mustRun(t, opts); !tally.Nothing() || s.all() != ran {
		t.Errorf("%+v after %d, now %d executions", tally, ran, s.all())
	}
	if after := snapshot(t, opts.Dir); after != before {
		t.Errorf("the run folder changed:\n%s\nwas\n%s", after, before)
	}
}

// snapshot is the content of the run's files.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	for _, name := range []string{manifestFile, checksFile, attemptsFile} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(name + "\n" + string(b))
	}
	return all.String()
}

func TestInterruptedRunGoesOn(t *testing.T) {
	s := newScripted()
	s.started = make(chan string, 100)
	opts := options(t, s, []string{text("a"), text("b"), text("hang"), text("c"), text("d")})
	opts.Workers = 1
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for text := range s.started {
			if strings.Contains(text, "hang") {
				cancel()
				return
			}
		}
	}()
	tally, err := Run(ctx, opts)
	if !errors.Is(err, context.Canceled) || tally.Executed != 2 {
		t.Fatalf("%+v, %v", tally, err)
	}
	if got := paper(t, opts.Dir); got != "pass pass not_executed not_executed not_executed" {
		t.Errorf("so far %s", got)
	}

	s2 := newScripted()
	opts.Sandbox = s2
	ctx, cancel = context.WithCancel(t.Context())
	s2.started = make(chan string, 100)
	go func() {
		<-s2.started // hang
		cancel()
	}()
	if _, err := Run(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if s2.ran[text("a")] != 0 || s2.ran[text("b")] != 0 {
		t.Errorf("finished attempts ran again: %v", s2.ran)
	}
}

func TestTornJournalRunsThatAttemptAgain(t *testing.T) {
	s := newScripted()
	opts := options(t, s, []string{text("a"), text("b"), text("c")})
	opts.Workers = 1
	attempts := mustRun(t, opts).Attempts
	path := filepath.Join(opts.Dir, attemptsFile)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b[:len(b)-10], 0o644); err != nil {
		t.Fatal(err)
	}
	tally := mustRun(t, opts)
	if tally.Executed != 1 || tally.Done != attempts-1 {
		t.Errorf("%+v, want one attempt of %d again", tally, attempts)
	}
}

func TestOtherInputsAreRefused(t *testing.T) {
	opts := options(t, newScripted(), []string{text("a")})
	mustRun(t, opts)
	for name, change := range map[string]func(*Options){
		"predictions": func(o *Options) { o.Predictions = options(t, nil, []string{text("b")}).Predictions },
		"split":       func(o *Options) { o.Split = "quarter" },
		"deadline_ns": func(o *Options) { o.Deadline++ },
		"limits":      func(o *Options) { o.Limits.Memory++ },
		"environment": func(o *Options) { o.Environment = "other" },
		"static_only": func(o *Options) { o.Sandbox = nil },
		"gpu":         func(o *Options) { o.GPUs = []GPU{{0, "GPU-a", "X"}} },
		"lenient":     func(o *Options) { o.Lenient = true },
		"checks": func(o *Options) {
			o.Repositories = []data.Repository{{Name: "gan", GithubID: 10, Environment: "torch", Timeouts: map[string]int{"bash": 4}}}
		},
	} {
		other := opts
		change(&other)
		_, err := Run(t.Context(), other)
		var differs *InputsError
		if !errors.As(err, &differs) || !strings.Contains(strings.Join(differs.Differs, "\n"), name+": was ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if tally := mustRun(t, opts); !tally.Nothing() {
		t.Errorf("after the refusals: %+v", tally)
	}
}

func TestTroubleIsTriedAgainByTheNextRun(t *testing.T) {
	s := newScripted()
	opts := options(t, s, []string{text("a"), text("lost")})
	first := mustRun(t, opts)
	if first.Troubles == 0 {
		t.Fatalf("%+v", first)
	}
	if got := paper(t, opts.Dir); got != "pass infrastructure" {
		t.Errorf("paper says %s", got)
	}
	s.healed = true
	second := mustRun(t, opts)
	if second.Executed != first.Troubles || second.Troubles != 0 {
		t.Errorf("first %+v, second %+v", first, second)
	}
	if got := paper(t, opts.Dir); got != "pass pass" {
		t.Errorf("paper says %s", got)
	}
}

func TestWorkersAndDevicesAreBounds(t *testing.T) {
	var outputs []string
	for i := range 40 {
		outputs = append(outputs, text(strings.Repeat("x", i)))
	}
	s := newScripted()
	opts := options(t, s, outputs)
	opts.Workers = 3
	mustRun(t, opts)
	if s.most > 3 {
		t.Errorf("%d attempts at a time, want at most 3", s.most)
	}
	s = newScripted()
	opts = options(t, s, outputs)
	opts.Workers, opts.GPUs = 8, []GPU{{0, "GPU-a", "X"}, {1, "GPU-b", "X"}}
	mustRun(t, opts)
	if s.most > 2 || len(s.gpus) > 2 {
		t.Errorf("%d attempts at a time on %v, want one a device", s.most, s.gpus)
	}
}

func TestMissingImagesAndSourcesAreToldAtOnce(t *testing.T) {
	s := newScripted()
	s.missing = map[string]bool{"torch": true}
	opts := options(t, s, []string{text("a")}, []string{text("a")})
	samples := opts.Release.(release)
	samples[1].Commit = strings.Repeat("b", 40)
	_, err := Run(t.Context(), opts)
	var images *sandbox.MissingError
	var sources *SourcesError
	if !errors.As(err, &images) || len(images.Images) != 1 || !errors.As(err, &sources) || len(sources.Sources) != 1 {
		t.Fatalf("%v", err)
	}
	if !strings.Contains(err.Error(), "builder fetch --repo gan") || s.all() != 0 {
		t.Errorf("%v, %d executions", err, s.all())
	}
	opts.AllowMissing = true
	if tally := mustRun(t, opts); tally.Attempts != 0 {
		t.Errorf("%+v", tally)
	}
	f, err := Open(opts.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if f.Manifest.Plan.Skipped[SkipImageMissing] == 0 || len(f.Manifest.Plan.Unplaced) != 2 {
		t.Errorf("%+v", f.Manifest.Plan)
	}
}

func TestWhatIsNotExecuted(t *testing.T) {
	s := newScripted()
	opts := options(t, s, []string{text("a")}, []string{text("a")}, []string{text("a")}, []string{text("a")}, []string{"no"})
	samples := opts.Release.(release)
	samples[0].Judged = schemas.JudgedStatic
	samples[1].Path = "./elsewhere"
	samples[2].Path = "./../.."
	samples[3].GithubID = 4 // not in the catalogue; its prediction names 10
	opts.Lenient = true
	mustRun(t, opts)
	f, err := Open(opts.Dir)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int64]string{1: SkipJudgedStatic, 2: SkipNoDirectory, 3: SkipNoDirectory, 4: "", 5: ""}
	for j, err := range f.Samples() {
		if err != nil {
			t.Fatal(err)
		}
		if j.Skip != want[j.Sample.ID] {
			t.Errorf("sample %d: skip %q, want %q", j.Sample.ID, j.Skip, want[j.Sample.ID])
		}
		if j.Skip != "" && j.Paper[0].Verdict != rule.NotExecuted {
			t.Errorf("sample %d: paper says %s", j.Sample.ID, j.Paper[0].Verdict)
		}
	}
	if s.all() != 0 {
		t.Errorf("ran %v", s.ran)
	}
}

func TestTwoProcessesOnOneRun(t *testing.T) {
	opts := options(t, newScripted(), []string{text("a")})
	if err := os.MkdirAll(opts.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	unlock, err := lock(opts.Dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Run(t.Context(), opts)
	var locked *LockedError
	if !errors.As(err, &locked) || locked.Process == "" {
		t.Errorf("%v", err)
	}
	unlock()
	mustRun(t, opts)
}

func TestAFolderOfOtherThingsIsLeftAlone(t *testing.T) {
	opts := options(t, newScripted(), []string{text("a")})
	opts.Dir = t.TempDir()
	if err := os.WriteFile(filepath.Join(opts.Dir, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), opts); err == nil || !strings.Contains(err.Error(), "is no run") {
		t.Errorf("%v", err)
	}
}

func TestWorkingDirectory(t *testing.T) {
	for in, want := range map[string]string{"": ".", ".": ".", "./": ".", "./a/b": "a/b", "/a": "a", "./a/../b": "b", "./..": "!", "./a/../../b": "!"} {
		got, ok := workingDirectory(in)
		if !ok {
			got = "!"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
