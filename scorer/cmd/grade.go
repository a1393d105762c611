package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"podium/data"
	"podium/internal/atomicfile"
	"podium/internal/journal"
	"podium/internal/program"
	"podium/internal/progress"
	"podium/schemas"
	"podium/scorer/grade"
	"podium/scorer/table"
)

type gradeOptions struct {
	competition, submission    string
	answers, data, leaderboard string
	submissions, out           string
	leaderboards, catalogue    string
	release                    string
	workers                    int
	timeout                    time.Duration
	maxBytes                   int64
	json                       bool

	stdout, stderr io.Writer
}

func newGrade() *cobra.Command {
	o := &gradeOptions{}
	c := &cobra.Command{
		Use:   "grade {COMPETITION SUBMISSION | --submissions FILE}",
		Short: "Score a submission and tell its medal, under both rules",
		Long: `Score a submission as MLE-bench does (rule paper) and as it should have (rule
strict), and rank it on a leaderboard: that of --leaderboard, of the release, or
else by the thresholds that the catalogue records for the competition.

A submission that is refused is a result: the exit code is 0, the score null, and
the report says what to mend.

--submissions grades one submission a line of FILE, JSON objects with
competition_id, submission_path and, if wanted, answers_path, leaderboard_path,
seed and run_group; lines that start with # or // are comments. FILE may also be
the metadata.json of a run group, with what each run handed in beside it. It writes
grading_report.json to the folder --out, and graded.jsonl, by which the same command
goes on where it was interrupted. Answers are taken from DATA as upstream
lays them out: DATA/<competition>/prepared/private/…`,
		Example: `  scorer grade spaceship-titanic submission.csv --answers test.csv --leaderboard leaderboard.csv
  scorer grade --submissions submissions.jsonl --data ~/.cache/mle-bench/data --out report`,
		Args: func(c *cobra.Command, args []string) error {
			if o.submissions != "" {
				return program.Args()(c, args)
			}
			return program.Args("COMPETITION", "SUBMISSION")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.stdout, o.stderr = c.OutOrStdout(), c.ErrOrStderr()
			if o.submissions != "" {
				if err := program.Require(map[string]string{"out": o.out}); err != nil {
					return err
				}
				return runGradeMany(c.Context(), o)
			}
			o.competition, o.submission = args[0], args[1]
			if (o.answers == "") == (o.data == "") {
				return program.Usagef("one of --answers and --data is required")
			}
			return runGradeOne(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.answers, "answers", "", "the answers' `FILE`")
	f.StringVar(&o.data, "data", "", "`DIR` with answers at <competition>/prepared/private/…")
	f.StringVar(&o.leaderboard, "leaderboard", "", "the final leaderboard: a CSV `FILE` with a column score, best first")
	f.StringVar(&o.submissions, "submissions", "", "grade every line of this JSONL `FILE`, or every run of a metadata.json")
	f.StringVar(&o.leaderboards, "leaderboards", "", "with --submissions: `DIR` with leaderboards <competition>.csv")
	f.StringVar(&o.release, "release", "", "`RELEASE` with leaderboards and thresholds (builder kaggle makes one)")
	f.StringVar(&o.out, "out", "", "with --submissions: `DIR` for grading_report.json")
	f.StringVar(&o.catalogue, "catalogue", "", "`DIR` of a catalogue other than the program's own")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "submissions graded at a time")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "refuse a submission that takes longer")
	f.Int64Var(&o.maxBytes, "max-bytes", 2<<30, "refuse a submission file larger than this")
	f.BoolVar(&o.json, "json", false, "print the report as JSON")
	return c
}

func (o *gradeOptions) batch() (*grade.Batch, error) {
	catalogue, err := data.Open(o.catalogue)
	if err != nil {
		return nil, err
	}
	var boards map[string]*grade.Board
	if o.release != "" {
		r, err := schemas.OpenRelease(o.release)
		if err != nil {
			return nil, err
		}
		if boards, err = grade.ReleaseBoards(r); err != nil {
			return nil, err
		}
	}
	return &grade.Batch{
		Catalogue: catalogue, Data: o.data, Leaderboards: o.leaderboards, Release: boards, Workers: o.workers,
		Timeout: o.timeout, Limits: table.Limits{Bytes: o.maxBytes}, Now: time.Now,
	}, nil
}

// catalogueDigest is that of the competitions and errata of a catalogue.
func catalogueDigest(catalogue fs.FS) (string, error) {
	read := data.Record(catalogue)
	if _, err := data.Competitions(read); err != nil {
		return "", err
	}
	if _, err := data.Errata(read); err != nil {
		return "", err
	}
	return read.Digest(), nil
}

func runGradeOne(ctx context.Context, o *gradeOptions) error {
	b, err := o.batch()
	if err != nil {
		return err
	}
	lines := []grade.Line{{
		Number: 1, Competition: o.competition, Submission: &o.submission, Answers: o.answers, Leaderboard: o.leaderboard,
	}}
	reports, err := gradeLines(ctx, b, lines)
	if err != nil {
		return err
	}
	if o.json {
		e := json.NewEncoder(o.stdout)
		e.SetIndent("", "  ")
		return e.Encode(reports[0])
	}
	c, err := data.OneCompetition(b.Catalogue, o.competition)
	if err != nil {
		return err
	}
	errata, err := data.Errata(b.Catalogue)
	if err != nil {
		return err
	}
	return reports[0].Write(o.stdout, c.Title, errata)
}

// gcPercent keeps the heap close to what is alive: a table is a few large pieces
// without pointers, which are quickly gone through and dear to keep twice.
const gcPercent = 5

func gradeLines(ctx context.Context, b *grade.Batch, lines []grade.Line) ([]grade.Report, error) {
	if err := b.Prepare(lines); err != nil {
		return nil, err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	return b.Grade(ctx, lines)
}

// gradeOn grades what graded.jsonl in the folder o.out does not have yet.
func gradeOn(ctx context.Context, o *gradeOptions, b *grade.Batch, lines []grade.Line) (reports []grade.Report, err error) {
	catalogue, err := catalogueDigest(b.Catalogue)
	if err != nil {
		return nil, err
	}
	b.Basis, b.Known = program.Version+" "+catalogue, map[string]grade.Report{}
	done, err := journal.Open(filepath.Join(o.out, "graded.jsonl"), grade.ParseGraded, func(g grade.Graded) error {
		b.Known[g.Key] = g.Report
		return nil
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done.Close()) }()
	bar := progress.New(o.stderr, "grade", int64(len(lines)))
	defer bar.Close()
	b.Done = func(g grade.Graded, known bool) error {
		bar.Add(1)
		// How long scoring takes is this machine's, not the submission's: it is tried again.
		if known || g.Report.TooSlow() {
			return nil
		}
		return done.Append(g)
	}
	return gradeLines(ctx, b, lines)
}

func runGradeMany(ctx context.Context, o *gradeOptions) error {
	lines, err := grade.ReadSubmissions(o.submissions)
	if err != nil {
		return err
	}
	b, err := o.batch()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return err
	}
	reports, err := gradeOn(ctx, o, b, lines)
	if err != nil {
		return fmt.Errorf("%s: %w", o.submissions, err)
	}
	summary := grade.Summarise(reports)
	text, err := summary.JSON()
	if err != nil {
		return err
	}
	path := filepath.Join(o.out, "grading_report.json")
	if err := atomicfile.WriteBytes(path, 0o644, text); err != nil {
		return err
	}
	if o.json {
		_, err := o.stdout.Write(text)
		return err
	}
	fmt.Fprintf(o.stdout, "%d submissions, %d valid: %d gold, %d silver, %d bronze, %d above the median (rule paper)\n%s\n",
		summary.Runs, summary.Valid, summary.Gold, summary.Silver, summary.Bronze, summary.AboveMedian, path)
	return nil
}
