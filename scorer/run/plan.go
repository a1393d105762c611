package run

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"time"

	"podium/data"
	"podium/schemas"
	"podium/scorer/check"
	"podium/scorer/predict"
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

// samples plans every sample of the split, in the release's order.
func (p *planner) samples(ctx context.Context) iter.Seq2[planned, error] {
	checked := ordered(runtime.NumCPU(), p.opts.Release.Samples(p.opts.Split), p.check)
	return func(yield func(planned, error) bool) {
		for c, err := range checked {
			if err == nil {
				err = ctx.Err()
			}
			var one planned
			if err == nil {
				one, err = p.sample(ctx, c)
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

// sample finds a place for a sample when something of it is to be executed.
func (p *planner) sample(ctx context.Context, c checked) (planned, error) {
	one := planned{check: c.line}
	if !slices.ContainsFunc(c.asked, func(e []check.Execution) bool { return len(e) > 0 }) {
		return one, nil
	}
	where, skip, err := p.place(ctx, &c.sample, c.task, c.repository)
	if err != nil {
		return planned{}, err
	}
	one.check.Skip = skip
	for i := range c.asked {
		for _, e := range c.asked[i] {
			p.add(&one, i, &c.sample, where, e)
		}
	}
	return one, nil
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
	todo := sandbox.Job{
		Environment: where.environment, Tree: where.tree, Dir: where.dir,
		Mode: e.Mode, Text: e.Text, Limits: limits.WithDefaults(),
	}
	engine := p.opts.Sandbox.Engine()
	id := Identity{
		Sample: s.Key(), Commit: s.Commit, Dir: where.dir, Text: e.Text, Mode: e.Mode,
		Engine: engine.Name + " " + engine.Version, Layers: where.image.Layers,
		Env: where.environment.Environ(todo.Limits), Limits: todo.Limits, Wrapper: Wrapper,
	}
	if len(id.Layers) == 0 {
		id.Root = where.image.Reference
	}
	if len(p.opts.GPUs) > 0 {
		id.GPU = p.opts.GPUs[0].Model
	}
	key := id.Key()
	todo.Name = fmt.Sprintf("%d-%d-%s", s.GithubID, s.ID, key[:12])
	return job{schemas.Attempt{Key: key, Sample: s.Key(), Mode: e.Mode, Text: digest([]byte(e.Text))}, todo}
}
