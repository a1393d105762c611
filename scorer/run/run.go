package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"podium/internal/progress"
	"podium/schemas"
	"podium/scorer/predict"
	"podium/scorer/rule"
)

// problemsFile lists unusable prediction lines, one JSON object a line.
const problemsFile = "problems.jsonl"

// Run scores a prediction file against a split, as far as it was not done before,
// and leaves a run folder that [Open] reads. It returns an *[InputsError] when the
// folder was begun with other inputs, a *[LockedError] when another process writes
// it, a *[TroublesError] when it gave up, and the context's error when interrupted:
// the next Run goes on.
func Run(ctx context.Context, opts Options) (Tally, error) {
	for _, dir := range opts.Reuse {
		if _, err := ReadManifest(dir); err != nil {
			return Tally{}, fmt.Errorf("--reuse: %w", err)
		}
	}
	if err := makeFolder(opts.Dir); err != nil {
		return Tally{}, err
	}
	unlock, err := lock(opts.Dir)
	if err != nil {
		return Tally{}, err
	}
	defer unlock()
	file, err := openPredictions(ctx, &opts)
	if err != nil {
		return Tally{}, err
	}
	defer file.Close()
	p, err := newPlanner(&opts, file)
	if err != nil {
		return Tally{}, err
	}
	manifest, resumed, err := p.plan(ctx)
	if err != nil {
		return Tally{}, err
	}

	finished := make(map[string]bool, manifest.Plan.Attempts)
	journal, err := OpenJournal(filepath.Join(opts.Dir, attemptsFile), func(a schemas.Attempt) error {
		if a.Facts != nil {
			finished[a.Key] = true
		}
		return nil
	})
	if err != nil {
		return Tally{}, err
	}
	tally := Tally{Resumed: resumed, Attempts: manifest.Plan.Attempts, Done: len(finished)}
	if tally.Done < tally.Attempts {
		tally.Reused, err = p.reuse(journal, finished)
	}
	if err == nil && len(finished) < tally.Attempts {
		bar := progress.New(opts.Log, "attempts", int64(tally.Attempts))
		bar.Add(int64(len(finished)))
		var now Tally
		now, err = execute(ctx, p, journal, finished, bar)
		tally.Executed, tally.Troubles = now.Executed, now.Troubles
		bar.Close()
	}
	return tally, errors.Join(err, journal.Close())
}

// makeFolder makes the run folder, and refuses one that holds other things.
func makeFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	ours := []string{manifestFile, checksFile, attemptsFile, problemsFile, "run.lock"}
	for _, e := range entries {
		if slices.Contains(ours, e.Name()) {
			return nil
		}
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty and is no run: take another folder", dir)
	}
	return nil
}

// openPredictions validates the prediction file against the split.
func openPredictions(ctx context.Context, opts *Options) (*predict.File, error) {
	known := make(map[schemas.Key]bool)
	for s, err := range opts.Release.Samples(opts.Split) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		known[s.Key()] = true
	}
	return predict.Open(opts.Predictions, func(k schemas.Key) bool { return known[k] }, predict.Options{
		Lenient: opts.Lenient, List: filepath.Join(opts.Dir, problemsFile),
	})
}

// plan writes checks.jsonl and run.json, or holds them against those that are
// there; resumed says that they were. Nothing has run when it returns an error.
func (p *planner) plan(ctx context.Context) (m Manifest, resumed bool, err error) {
	path := filepath.Join(p.opts.Dir, checksFile)
	next := path + ".new"
	defer os.Remove(next)
	plan := Plan{Dropped: p.file.Problems()}
	sum, err := writeChecks(next, p.counted(ctx, &plan))
	if err != nil {
		return Manifest{}, false, err
	}
	if err := p.places.lacking(); err != nil && !p.opts.AllowMissing {
		return Manifest{}, false, fmt.Errorf("%w\n--allow-missing goes on without the samples that need them", err)
	}
	plan.Unplaced = p.places.told()
	m = Manifest{
		SchemaVersion: SchemaVersion, Inputs: p.inputs(sum), Plan: plan,
		Source: source(p.opts.Predictions, p.opts.ReleasePath, time.Now()),
	}
	was, err := ReadManifest(p.opts.Dir)
	switch {
	case err == nil:
		if list := differences(was.Inputs, m.Inputs); len(list) > 0 {
			return Manifest{}, false, &InputsError{p.opts.Dir, list}
		}
		return was, true, nil
	case !errors.Is(err, os.ErrNotExist):
		return Manifest{}, false, err
	}
	if err := os.Rename(next, path); err != nil {
		return Manifest{}, false, err
	}
	return m, false, m.write(p.opts.Dir)
}

func (p *planner) inputs(checks string) Inputs {
	in := Inputs{
		Release: p.opts.Release.Digest(), Split: p.opts.Split, Predictions: p.file.SHA256(),
		Rules: rule.Version, Wrapper: Wrapper, StaticOnly: p.opts.Sandbox == nil, Lenient: p.opts.Lenient,
		Images: p.places.images, Environment: p.opts.Environment,
		Deadline: p.opts.Deadline, Limits: p.opts.Limits, Checks: checks,
	}
	if p.opts.Sandbox != nil {
		engine := p.opts.Sandbox.Engine()
		in.Engine = &engine
	}
	if len(p.opts.GPUs) > 0 {
		in.GPU = p.opts.GPUs[0].Model
	}
	return in
}

// counted yields the lines of checks.jsonl and counts them into plan.
func (p *planner) counted(ctx context.Context, plan *Plan) iter.Seq2[Check, error] {
	plan.Skipped = make(map[string]int)
	return func(yield func(Check, error) bool) {
		for one, err := range p.samples(ctx) {
			if err == nil {
				plan.add(&one)
			}
			if !yield(one.check, err) {
				return
			}
		}
	}
}

func (plan *Plan) add(one *planned) {
	plan.Samples++
	if len(one.check.Outputs) > 0 {
		plan.Predicted++
	}
	plan.Outputs += len(one.check.Outputs)
	plan.Attempts += len(one.jobs)
	for _, o := range one.check.Outputs {
		plan.Executions += len(o.Executions)
		if one.check.Skip != "" {
			plan.Skipped[one.check.Skip] += len(o.Executions)
		}
	}
}
