package cmd

import (
	"github.com/spf13/cobra"

	"podium/internal/program"
)

func newRegrade() *cobra.Command {
	var json bool
	c := &cobra.Command{
		Use:   "regrade RUN",
		Short: "Judge a run again from what it recorded",
		Long: `Regrade applies the rules of this scorer to the facts of a run, without executing anything, and writes
report.json, report.html and upstream/result.jsonl again. It also makes the report of a run that was interrupted.`,
		Example: "  scorer regrade runs/model",
		Args:    program.Args("RUN"),
		RunE: func(c *cobra.Command, args []string) error {
			return judge(args[0], json, c.OutOrStdout())
		},
	}
	c.Flags().BoolVar(&json, "json", false, "print report.json instead of a table")
	return c
}
