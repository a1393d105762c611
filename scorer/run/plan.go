package run

import (
	"context"
	"fmt"
	"iter"
	"path"
	"slices"
	"time"

	"podium/data"
	"podium/schemas"
	"podium/scorer/check"
	"podium/scorer/predict"
	"podium/scorer/rule"
	"podium/scorer/sandbox"
)

// planner says for each sample what is known of its outputs and what must be
// executed. Equal inputs give equal plans, in the order of the release.
type planner struct {
	opts         *Options
	file         *predict.File
	repositories map[int64]data.Repository
	tasks        map[string]*schemas.Task
	places       *places
}

// planned is a sample with what must be executed for it.
type planned struct {
	check Check
	jobs  []job
}

// job is an attempt to execute.
type job struct {
	attempt schemas.Attempt // without facts
	job     sandbox.Job
}

func newPlanner(opts *Options, file *predict.File) (*planner, error) {
	p := &planner{
		opts: opts, file: file, places: newPlaces(opts),
		repositories: make(map[int64]data.Repository), tasks: make(map[string]*schemas.Task),
	}
	for _, r := range opts.Repositories {
		p.repositories[r.GithubID] = r
	}
	tasks, err := opts.Release.Tasks()
	if err != nil {
		return nil, err
	}
	for i := range tasks {
		p.tasks[tasks[i].TaskID] = &tasks[i]
	}
	return p, nil
}

// samples plans every sample of the split, one at a time.
func (p *planner) samples(ctx context.Context) iter.Seq2[planned, error] {
	return func(yield func(planned, error) bool) {
		for s, err := range p.opts.Release.Samples(p.opts.Split) {
			if err == nil {
				err = ctx.Err()
			}
			var one planned
			if err == nil {
				one, err = p.sample(ctx, &s)
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

func (p *planner) sample(ctx context.Context, s *schemas.Sample) (planned, error) {
	task, err := p.task(s)
	if err != nil {
		return planned{}, err
	}
	repository := p.repository(s)
	one := planned{check: Check{
		Sample: s.Key(), Repository: repository.Name, Folder: repository.Folder,
		Task: s.TaskID, Type: s.Type, Deadline: p.opts.Deadline, Outputs: []Output{},
	}}
	row, ok := p.file.Row(s.Key())
	if !ok || row.Outputs == 0 {
		return one, nil
	}
	one.check.Line = row.Line
	texts, _, err := p.file.Outputs(s.Key())
	if err != nil {
		return planned{}, err
	}
	asked := make([][]check.Execution, len(texts))
	for i, text := range texts {
		facts := check.Check(s, task, text)
		asked[i] = facts.Executions(text)
		facts.Strict.Text = "" // the attempt's key has its digest
		one.check.Outputs = append(one.check.Outputs, Output{
			Paper: facts.Paper, Strict: facts.Strict, Deadline: paperDeadline(repository, facts.Paper.Mode),
		})
	}
	if !slices.ContainsFunc(asked, func(e []check.Execution) bool { return len(e) > 0 }) {
		return one, nil
	}
	where, skip, err := p.place(ctx, s, task, repository)
	if err != nil {
		return planned{}, err
	}
	one.check.Skip = skip
	for i := range asked {
		for _, e := range asked[i] {
			p.add(&one, i, s, where, e)
		}
	}
	return one, nil
}

// task returns the sample's task, nil in a release that has none.
func (p *planner) task(s *schemas.Sample) (*schemas.Task, error) {
	if s.TaskID == "" {
		return nil, nil
	}
	task := p.tasks[s.TaskID]
	if task == nil {
		return nil, fmt.Errorf("sample %d/%d: the release has no task %q", s.GithubID, s.ID, s.TaskID)
	}
	return task, nil
}

// repository returns the catalogue's entry, or one that knows only what the
// sample says: it has no environment, so nothing of it is executed.
func (p *planner) repository(s *schemas.Sample) data.Repository {
	if r, ok := p.repositories[s.GithubID]; ok {
		return r
	}
	name := path.Base(s.Github)
	return data.Repository{Name: name, GithubID: s.GithubID, Folder: name}
}

// place finds where a sample's outputs are executed, or why they are not.
func (p *planner) place(ctx context.Context, s *schemas.Sample, task *schemas.Task, r data.Repository) (place, string, error) {
	switch {
	case p.opts.Sandbox == nil:
		return place{}, SkipStaticOnly, nil
	case s.Judged != schemas.JudgedExecution:
		return place{}, SkipJudgedStatic, nil
	}
	environment := r.Environment
	if task != nil && task.Environment != "" {
		environment = task.Environment
	}
	return p.places.find(ctx, s, r.Name, environment)
}

// add records an execution of output i, and the job unless the sample is skipped
// or an equal one is there.
func (p *planner) add(one *planned, i int, s *schemas.Sample, where place, e check.Execution) {
	execution := Execution{Mode: e.Mode, Rules: e.Rules}
	if one.check.Skip == "" {
		j := p.job(s, where, e, one.check.Outputs[i].Deadline)
		execution.Key = j.attempt.Key
		same := func(other job) bool { return other.attempt.Key == j.attempt.Key }
		if !slices.ContainsFunc(one.jobs, same) {
			one.jobs = append(one.jobs, j)
		}
	}
	one.check.Outputs[i].Executions = append(one.check.Outputs[i].Executions, execution)
}

func (p *planner) job(s *schemas.Sample, where place, e check.Execution, paper time.Duration) job {
	limits := p.opts.Limits
	limits.Time = max(p.opts.Deadline, paper)
	id := Identity{
		Sample: s.Key(), Commit: s.Commit, Dir: where.dir, Text: e.Text, Mode: e.Mode,
		Engine: p.opts.Sandbox.Engine().Name + " " + p.opts.Sandbox.Engine().Version,
		Layers: where.image.Layers, Env: where.environment.Environ(), Limits: limits.WithDefaults(), Wrapper: Wrapper,
	}
	if len(id.Layers) == 0 {
		id.Root = where.image.Reference
	}
	if len(p.opts.GPUs) > 0 {
		id.GPU = p.opts.GPUs[0].Model
	}
	key := id.Key()
	return job{
		schemas.Attempt{Key: key, Sample: s.Key(), Mode: e.Mode, Text: digest([]byte(e.Text))},
		sandbox.Job{
			Name:        fmt.Sprintf("%d-%d-%s", s.GithubID, s.ID, key[:12]),
			Environment: where.environment, Tree: where.tree, Dir: where.dir,
			Mode: e.Mode, Text: e.Text, Limits: limits,
		},
	}
}

// paperDeadline is upstream's time limit for a text of that mode.
func paperDeadline(r data.Repository, mode string) time.Duration {
	if s, ok := r.Timeouts[mode]; ok {
		return time.Duration(s) * time.Second
	}
	return rule.PaperDeadline
}
