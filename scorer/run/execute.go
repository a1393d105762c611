package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"podium/internal/journal"
	"podium/internal/progress"
	"podium/schemas"
)

// execute runs the attempts of the plan that are not done, in its order, Workers
// at a time, and journals each as it ends. It stops at the first error that is
// not an attempt's own: a journal that cannot be written, or an interruption.
func execute(ctx context.Context, p *planner, journal *journal.Journal, done map[string]bool, bar *progress.Bar) (Tally, error) {
	x := &executor{opts: p.opts, journal: journal, bar: bar}
	finish := p.opts.Finish
	if finish == nil {
		finish = ctx
	}
	finish, stop := context.WithCancel(finish)
	defer stop()
	g, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job)
	g.Go(func() error {
		defer close(jobs)
		for one, err := range p.samples(ctx) {
			if err != nil {
				return err
			}
			for _, j := range one.jobs {
				if done[j.attempt.Key] {
					continue
				}
				if err := ctx.Err(); err != nil { // select would choose by chance
					return err
				}
				select {
				case jobs <- j:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return nil
	})
	for _, gpu := range x.leases() {
		g.Go(func() error {
			for j := range jobs {
				if err := x.attempt(finish, j, gpu); err != nil {
					stop() // what runs could not be kept
					return err
				}
				if n := x.tally.inARow(); p.opts.FailFast > 0 && n >= p.opts.FailFast {
					return &TroublesError{n} // what runs is finished and kept
				}
			}
			return nil
		})
	}
	err := g.Wait()
	return x.tally.counts(), err
}

// TroublesError says that a run was given up because of its infrastructure.
type TroublesError struct {
	InARow int // attempts
}

func (e *TroublesError) Error() string {
	return fmt.Sprintf("given up: %d attempts in a row met infrastructure trouble", e.InARow)
}

// executor executes single attempts.
type executor struct {
	opts    *Options
	journal *journal.Journal
	bar     *progress.Bar
	tally   tally
}

// leases names the devices of each worker: Workers times none or, with GPUs, one
// for each of at most Workers workers.
func (x *executor) leases() [][]string {
	workers := max(1, x.opts.Workers)
	if len(x.opts.GPUs) == 0 {
		return make([][]string, workers)
	}
	var leases [][]string
	for _, g := range x.opts.GPUs[:min(workers, len(x.opts.GPUs))] {
		leases = append(leases, []string{g.UUID})
	}
	return leases
}

func (x *executor) attempt(ctx context.Context, j job, gpus []string) error {
	a := j.attempt
	a.GPU, j.job.GPUs = gpus, gpus
	a.Started = time.Now().UTC()
	facts, err := x.opts.Sandbox.Run(ctx, j.job)
	var trouble *schemas.Trouble
	switch {
	case errors.As(err, &trouble):
		a.Trouble = trouble
		x.bar.Printf("infrastructure: %s: %q", j.job.Name, trouble.Error())
	case err != nil:
		return err
	default:
		a.Facts = &facts
	}
	if err := x.journal.Append(a); err != nil {
		return err
	}
	x.tally.add(a)
	x.bar.Add(1)
	return nil
}
