package cmd

import (
	"github.com/spf13/cobra"

	"podium/internal/program"
)

func newRegrade() *cobra.Command {
	var (
		json bool
		ks   []int
	)
	c := &cobra.Command{
		Use:   "regrade RUN",
		Short: "Judge a run again from what it recorded",
		Long: `Regrade applies the rules of this scorer to the facts of a run, without executing anything, and writes
report.json, report.html and upstream/result.jsonl again. It also makes the report of a run that was interrupted.`,
		Example: "  scorer regrade runs/model\n  scorer regrade --k 1,3,10 runs/model",
		Args:    program.Args("RUN"),
		RunE: func(c *cobra.Command, args []string) error {
			for _, k := range ks {
				if k < 1 {
					return program.Usagef("--k %d: must be at least 1", k)
				}
			}
			return judge(args[0], ks, json, c.OutOrStdout())
		},
	}
	c.Flags().IntSliceVar(&ks, "k", []int{1, 2, 5}, "k of pass@k; those that the outputs do not suffice for are left out")
	c.Flags().BoolVar(&json, "json", false, "print report.json instead of a table")
	return c
}
