package cmd

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"podium/builder/kaggle"
	"podium/internal/program"
	"podium/schemas"
)

type statsOptions struct {
	release string
	json    bool
	stdout  io.Writer
}

func newStats() *cobra.Command {
	var opts statsOptions
	c := &cobra.Command{
		Use:   "stats RELEASE",
		Short: "Count what a release holds, and what it does not know",
		Long: `Count the rows and bytes of each split, the samples by repository, task, type and
length, equal instructions, and for the competitions how many have a
value in each column that may be null.`,
		Example: `  builder stats podium-0.2.0`,
		Args:    program.Args("RELEASE"),
		RunE: func(c *cobra.Command, args []string) error {
			opts.release, opts.stdout = args[0], c.OutOrStdout()
			return runStats(opts)
		},
	}
	c.Flags().BoolVar(&opts.json, "json", false, "print the counts as JSON, with the ids of what is missing")
	return c
}

func runStats(opts statsOptions) error {
	r, err := schemas.OpenRelease(opts.release)
	if err != nil {
		return err
	}
	samples, err := sampleStats(r)
	if err != nil {
		return err
	}
	competitions, err := r.Competitions()
	if err != nil {
		return err
	}
	var columns []kaggle.Column
	if len(competitions) > 0 {
		columns = kaggle.Missing(competitions)
	}
	if opts.json {
		return printJSON(opts.stdout, struct {
			SchemaVersion int             `json:"schema_version"`
			Files         []schemas.File  `json:"files"`
			Samples       []splitStats    `json:"samples"`
			Competitions  []kaggle.Column `json:"competitions,omitempty"`
		}{1, r.Manifest.Files, samples, columns})
	}
	w := tabwriter.NewWriter(opts.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "config\tsplit\trows\tbytes")
	for _, f := range r.Manifest.Files {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\n", f.Config, f.Split, f.Rows, f.Bytes)
	}
	if len(samples) > 0 {
		tellSampleStats(w, samples)
	}
	if len(columns) > 0 {
		fmt.Fprintln(w, "\ncompetitions\tknown\tmissing\t")
		for _, c := range columns {
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", c.Name, c.Known, len(c.Missing), few(c.Missing))
		}
	}
	return w.Flush()
}

// few are the first of some ids, for people.
func few(ids []string) string {
	const most = 3
	text := ""
	for i, id := range ids {
		switch {
		case i == most:
			return text + ", …"
		case i > 0:
			text += ", "
		}
		text += program.Escape(id)
	}
	return text
}
