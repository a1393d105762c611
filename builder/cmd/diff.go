package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"podium/builder/diff"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/schemas"
)

type diffOptions struct {
	json, markdown bool
	most           int
	stdout         io.Writer
}

func newDiff() *cobra.Command {
	var o diffOptions
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Tell what changed from one release to another",
		Long: `Tell what changed from one release to another: rows of every config by key, with
the columns that differ, samples by task and by the split they left or came to,
sources whose commit moved, columns, and other files. The exit code is 5 when the
releases differ in more than their version.`,
		Example: `  builder diff podium-0.1.0 podium-0.2.0
  builder diff podium-0.1.0 podium-0.2.0 --markdown >> CHANGELOG.md`,
		Args: program.Args("OLD", "NEW"),
		RunE: func(c *cobra.Command, args []string) error {
			o.stdout = c.OutOrStdout()
			return runDiff(o, args[0], args[1])
		},
	}
	f := c.Flags()
	f.BoolVar(&o.json, "json", false, "print everything as JSON")
	f.BoolVar(&o.markdown, "markdown", false, "print Markdown for a changelog")
	f.IntVar(&o.most, "rows", 20, "print at most `N` rows of each split, all when negative")
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	return c
}

func runDiff(o diffOptions, from, to string) error {
	old, err := schemas.OpenRelease(from)
	if err != nil {
		return err
	}
	now, err := schemas.OpenRelease(to)
	if err != nil {
		return err
	}
	d, err := diff.Releases(old, now)
	if err != nil {
		return err
	}
	switch {
	case o.json:
		err = d.JSON(o.stdout)
	case o.markdown:
		err = d.Markdown(o.stdout, o.most)
	default:
		err = d.Text(o.stdout, o.most)
	}
	if err == nil && !d.Same() {
		err = exit.With(exit.Difference, nil)
	}
	return err
}
