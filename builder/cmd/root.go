// Package cmd is builder's command line: one file a verb.
package cmd

import "github.com/spf13/cobra"

// Root returns the builder command with all its verbs.
func Root() *cobra.Command {
	root := &cobra.Command{
		Use:   "builder",
		Short: "Mine pinned sources into versioned benchmark releases",
	}
	root.AddCommand(newFetch(), newMine(), newBuild(), newVerify(), newDiff(), newPublish(), newImport(), newKaggle(), newShow(), newStats())
	return root
}
