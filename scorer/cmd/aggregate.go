package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"podium/data"
	"podium/internal/program"
	"podium/scorer/aggregate"
)

type aggregateOptions struct {
	split, catalogue string
	pad, json        bool
	seeds            int
	stdout           io.Writer
}

func newAggregate() *cobra.Command {
	o := &aggregateOptions{}
	c := &cobra.Command{
		Use:   "aggregate REPORT…",
		Short: "Medal rates over seeds, out of grading reports",
		Long: `Sort grading reports into seeds and compute MLE-bench's leaderboard figures: the
percentages of competitions with a submission, a valid one, above the median, and
with each medal, as mean and standard error over seeds. Beside them stand the
standard deviation over seeds, the binomial standard error, a t interval over
seeds and one over competitions, each by its name.

The i-th report of a competition, files in order of their paths, is seed i.`,
		Example: `  scorer aggregate runs/*/grading_report.json --split low
  scorer aggregate a.json b.json c.json --split all --pad-missing --json | jq .metrics.any_medal_percentage`,
		Args: program.Args("REPORT…"),
		RunE: func(c *cobra.Command, args []string) error {
			o.stdout = c.OutOrStdout()
			return runAggregate(o, args)
		},
	}
	f := c.Flags()
	f.StringVar(&o.split, "split", "all", "low, medium, high, dev, all (75) or a `FILE` with one competition a line")
	f.BoolVar(&o.pad, "pad-missing", false, "count missing reports as failures")
	f.IntVar(&o.seeds, "num-seeds", -1, "use the first `N` seeds (default: all)")
	f.StringVar(&o.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.BoolVar(&o.json, "json", false, "print the summary as JSON")
	return c
}

func runAggregate(o *aggregateOptions, paths []string) error {
	catalogue, err := data.Open(o.catalogue)
	if err != nil {
		return err
	}
	split, err := aggregate.Split(catalogue, o.split)
	if err != nil {
		return err
	}
	reports, err := aggregate.ReadReports(paths)
	if err != nil {
		return err
	}
	seeds, err := aggregate.Seeds(reports, split, o.pad, o.seeds)
	if err != nil {
		return err
	}
	s := aggregate.Summarise(seeds)
	if o.json {
		e := json.NewEncoder(o.stdout)
		e.SetIndent("", "  ")
		return e.Encode(s)
	}
	return writeSummary(o.stdout, s)
}

func writeSummary(w io.Writer, s aggregate.Summary) error {
	fmt.Fprintf(w, "%d seed(s) of %d competitions\n\n", s.Seeds, s.Competitions)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "% of competitions\tmean\t± std. error\t± std. deviation\t± binomial\t95 % over seeds\t95 % over competitions")
	for _, row := range []struct {
		name string
		f    aggregate.Figure
	}{
		{"submission", s.Metrics.Exists}, {"valid submission", s.Metrics.Valid}, {"above median", s.Metrics.AboveMedian},
		{"gold", s.Metrics.Gold}, {"silver", s.Metrics.Silver}, {"bronze", s.Metrics.Bronze}, {"any medal", s.Metrics.AnyMedal},
	} {
		fmt.Fprintf(t, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f … %.2f\t%.2f … %.2f\n", row.name, row.f.Mean, row.f.StdErr, row.f.Spread, row.f.Binom,
			row.f.TLower, row.f.TUpper, row.f.OfLower, row.f.OfUpper)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	fmt.Fprintln(t, "competition\tvalid\tgold\tsilver\tbronze\tabove median\tmean score")
	for _, c := range s.PerCompetition {
		score := "none"
		if c.MeanScore != nil {
			score = fmt.Sprintf("%.5f", *c.MeanScore)
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%s\n", c.ID, c.Valid, c.Gold, c.Silver, c.Bronze, c.Above, score)
	}
	return t.Flush()
}
