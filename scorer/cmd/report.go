package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"podium/internal/program"
	"podium/scorer/report"
)

func newReport() *cobra.Command {
	var json bool
	c := &cobra.Command{
		Use:     "report RUN…",
		Short:   "Print the reports of finished runs again",
		Example: "  scorer report runs/model\n  scorer report --json runs/model | jq .strict.all.pass_at",
		Args:    program.Args("RUN…"),
		RunE: func(c *cobra.Command, dirs []string) error {
			var worst error
			for i, dir := range dirs {
				r, err := report.Read(dir)
				if err != nil {
					return err
				}
				if len(dirs) > 1 && !json {
					if i > 0 {
						fmt.Fprintln(c.OutOrStdout())
					}
					fmt.Fprintf(c.OutOrStdout(), "%s\n", dir)
				}
				if err := show(r, json, c.OutOrStdout()); err != nil {
					worst = err
				}
			}
			return worst
		},
	}
	c.Flags().BoolVar(&json, "json", false, "print report.json, one document a run")
	return c
}
