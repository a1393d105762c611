// Package cmd is scorer's command line: one file a verb.
package cmd

import "github.com/spf13/cobra"

// Root returns the scorer command with all its verbs.
func Root() *cobra.Command {
	root := &cobra.Command{
		Use:   "scorer",
		Short: "Turn predictions into verdicts and pass rates, submissions into scores and medals",
	}
	root.AddCommand(newRun(), newRegrade(), newReport(), newGrade(), newAggregate(), newValidate(), newServe(), newDoctor())
	return root
}
