package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"podium/data"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/internal/store"
	"podium/schemas"
	"podium/scorer/predict"
	"podium/scorer/report"
	"podium/scorer/run"
	"podium/scorer/sandbox"
)

type runOptions struct {
	release, split, predictions, out string
	catalogue, environment, store    string
	reuse                            []string
	engine                           engineOptions
	gpus, memory                     string
	timeout                          time.Duration
	workers, failFast                int
	staticOnly, lenient              bool
	allowMissing, json               bool
	stdout, stderr                   io.Writer
}

func newRun() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run --release RELEASE --split NAME --predictions FILE --out RUN",
		Short: "Execute predictions and judge them by both rules",
		Long: `Run checks every output of a prediction file, executes those that a rule would execute in a sandbox,
and judges them by the rules paper (what the published scorer gives) and strict (what it should give).

The folder --out keeps what was found. An interrupted run goes on when the same command is given again;
what is finished is not executed again, and other inputs are refused.

SIGINT or SIGTERM begins no further attempt and finishes those that run; a second one stops them too.`,
		Example: `  scorer run --release releases/1.0.0 --split full --predictions model.jsonl --out runs/model
  scorer run --release releases/1.0.0 --split full --predictions model.jsonl --out runs/static --static-only`,
		Args: program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			o.stdout, o.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return runRun(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.release, "release", "", "release folder")
	f.StringVar(&o.split, "split", "", "split of the release")
	f.StringVar(&o.predictions, "predictions", "", "prediction file (JSON Lines)")
	f.StringVar(&o.out, "out", "", "run folder, made or gone on with")
	f.BoolVar(&o.staticOnly, "static-only", false, "execute nothing")
	f.BoolVar(&o.lenient, "lenient", false, "leave unusable prediction lines out instead of refusing the file")
	f.BoolVar(&o.allowMissing, "allow-missing", false, "leave samples out whose image or source is missing")
	f.StringVar(&o.gpus, "gpus", "none", "all, none, a count, or UUIDs or indexes separated by commas")
	f.StringVar(&o.memory, "memory", "4GiB", "memory of an attempt, swap included")
	f.DurationVar(&o.timeout, "timeout", sandbox.DefaultLimits.Time, "strict's deadline of an attempt; paper has upstream's")
	f.IntVar(&o.workers, "workers", runtime.NumCPU(), "attempts at a time")
	f.IntVar(&o.failFast, "fail-fast-infra", 0, "give up after so many attempts in a row with infrastructure trouble; 0: never")
	f.StringArrayVar(&o.reuse, "reuse", nil, "run folder whose equal attempts are taken instead of executed (repeatable)")
	f.StringVar(&o.environment, "environment", "", "environment for all, in place of each repository's own")
	f.StringVar(&o.catalogue, "catalogue", "", "folder of another catalogue than the program's own")
	f.StringVar(&o.store, "store", store.DefaultDir(), "folder of the fetched sources")
	f.BoolVar(&o.json, "json", false, "print report.json instead of a table")
	o.engine.flags(f)
	return c
}

func runRun(ctx context.Context, o runOptions) error {
	err := program.Require(map[string]string{
		"release": o.release, "split": o.split, "predictions": o.predictions, "out": o.out,
	})
	if err != nil {
		return err
	}
	opts, err := o.options(ctx)
	if err != nil {
		return err
	}
	if opts.Sandbox != nil {
		defer opts.Sandbox.Close()
	}
	finish, stop := secondSignal(ctx, o.stderr)
	defer stop()
	opts.Finish = finish
	tally, err := run.Run(ctx, opts)
	var unusable *predict.Error
	var troubles *run.TroublesError
	switch {
	case errors.As(err, &unusable):
		return fmt.Errorf("%w\n--lenient goes on without them", err)
	case errors.As(err, &troubles):
		return exit.With(exit.Infrastructure, fmt.Errorf("%w; the same command goes on", err))
	case errors.Is(err, context.Canceled) && tally.Attempts > 0:
		done := tally.Done + tally.Reused + tally.Executed - tally.Troubles
		return exit.With(exit.Interrupted, fmt.Errorf("interrupted: %d of %d attempts are done; the same command goes on", done, tally.Attempts))
	case err != nil:
		return err
	}
	if tally.Nothing() {
		if r, err := report.Read(o.out); err == nil {
			fmt.Fprintf(o.stderr, "%s is finished: nothing to do\n", o.out)
			return show(r, o.json, o.stdout)
		}
	}
	return judge(o.out, nil, o.json, o.stdout)
}

// secondSignal returns a context that ends with the first signal that comes after
// ctx has ended.
func secondSignal(ctx context.Context, stderr io.Writer) (context.Context, context.CancelFunc) {
	finish, stop := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		if finish.Err() != nil {
			return // the run had ended
		}
		second := make(chan os.Signal, 1)
		signal.Notify(second, os.Interrupt, syscall.SIGTERM)
		defer signal.Stop(second)
		fmt.Fprintln(stderr, "stopping: what runs is finished; a second signal stops it now")
		select {
		case <-second:
			stop()
		case <-finish.Done():
		}
	})
	return finish, stop
}

// options turns flags into what the run needs, opening everything it names.
func (o *runOptions) options(ctx context.Context) (opts run.Options, err error) {
	if o.workers < 1 {
		return opts, program.Usagef("--workers %d: at least 1 is needed", o.workers)
	}
	if o.failFast < 0 {
		return opts, program.Usagef("--fail-fast-infra %d: must be 0 or more", o.failFast)
	}
	if o.timeout <= 0 {
		return opts, program.Usagef("--timeout %s: must be more than nothing", o.timeout)
	}
	opts = run.Options{
		Dir: o.out, ReleasePath: o.release, Split: o.split, Predictions: o.predictions,
		Lenient: o.lenient, AllowMissing: o.allowMissing, Environment: o.environment,
		Deadline: o.timeout, Limits: sandbox.DefaultLimits, Workers: o.workers, FailFast: o.failFast, Reuse: o.reuse, Log: o.stderr,
	}
	opts.Limits.Time = 0 // set for each attempt, from the deadlines
	if opts.Limits.Memory, err = parseSize(o.memory); err != nil {
		return opts, program.Usagef("--memory: %w", err)
	}
	release, err := schemas.OpenRelease(o.release)
	if err != nil {
		return opts, err
	}
	opts.Release = release
	catalogue, err := data.Open(o.catalogue)
	if err != nil {
		return opts, err
	}
	if opts.Repositories, err = data.Repositories(catalogue); err != nil {
		return opts, err
	}
	if o.staticOnly {
		return opts, nil
	}
	environments, err := data.Environments(catalogue)
	if err != nil {
		return opts, err
	}
	if _, ok := environments[o.environment]; !ok && o.environment != "" {
		return opts, program.Usagef("--environment %s: the catalogue has no such environment", o.environment)
	}
	opts.Environments = o.engine.environments(environments)
	if opts.Trees, err = store.Open(o.store); err != nil {
		return opts, err
	}
	if opts.GPUs, err = run.SelectGPUs(ctx, o.gpus, run.ListGPUs); err != nil {
		return opts, err
	}
	opts.Sandbox, err = o.engine.open(ctx)
	return opts, err
}

// judge applies the rules to a run folder, writes its reports and shows them. ks
// are the k of pass@k, upstream's when there are none.
func judge(dir string, ks []int, json bool, stdout io.Writer) error {
	folder, err := run.Open(dir)
	if err != nil {
		return err
	}
	r, err := report.Build(folder, ks)
	if err != nil {
		return err
	}
	if err := r.Write(dir); err != nil {
		return err
	}
	return show(r, json, stdout)
}

// show prints a report. Its error is silent when the report itself says that
// something could not be judged.
func show(r *report.Report, json bool, stdout io.Writer) error {
	print := r.WriteTable
	if json {
		print = r.WriteJSON
	}
	if err := print(stdout); err != nil {
		return err
	}
	if r.Open() {
		return exit.With(exit.Infrastructure, nil)
	}
	return nil
}
