package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"podium/builder/verify"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/schemas"
)

type verifyOptions struct {
	release string
	against string
	json    bool
	stdout  io.Writer
	stderr  io.Writer
}

func newVerify() *cobra.Command {
	var opts verifyOptions
	c := &cobra.Command{
		Use:   "verify RELEASE",
		Short: "Read a release back by a second implementation and check all of it",
		Long: `Read a release back with Apache Arrow, which had no part in writing it, and check
it: columns, row counts, bytes, SHA-256, row digests, keys over all splits,
arguments, tasks, and that every reference output passes the scorer's own static
checks under both rules. References of an imported release that fail are
upstream's errata: they are counted and told, and are no difference.

Exits with 5 when anything differs, each difference with its file, row and key.`,
		Example: `  builder verify podium-0.1.0
  builder verify podium-0.1.0 --json
  builder verify downloaded --against release.json`,
		Args: program.Args("RELEASE"),
		RunE: func(c *cobra.Command, args []string) error {
			opts.release = args[0]
			opts.stdout, opts.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return runVerify(c.Context(), opts)
		},
	}
	c.Flags().StringVar(&opts.against, "against", "", "check by this manifest, a release.json from elsewhere, in place of the folder's own")
	c.Flags().BoolVar(&opts.json, "json", false, "print what was found as JSON")
	return c
}

func runVerify(ctx context.Context, opts verifyOptions) error {
	r, err := verifyBy(ctx, opts)
	if err != nil {
		return err
	}
	if opts.json {
		e := json.NewEncoder(opts.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(struct {
			SchemaVersion int `json:"schema_version"`
			*verify.Report
		}{1, r}); err != nil {
			return err
		}
	} else {
		reportVerify(opts, r)
	}
	if n := len(r.Problems); n > 0 {
		return exit.With(exit.Difference, fmt.Errorf("%s: %d difference(s)", opts.release, n))
	}
	return nil
}

func verifyBy(ctx context.Context, opts verifyOptions) (*verify.Report, error) {
	if opts.against == "" {
		return verify.Release(ctx, opts.release)
	}
	manifest, err := os.ReadFile(opts.against)
	if err != nil {
		return nil, err
	}
	return verify.Against(ctx, opts.release, manifest)
}

func reportVerify(opts verifyOptions, r *verify.Report) {
	for _, p := range r.Problems {
		fmt.Fprintln(opts.stderr, program.Escape(p.String()))
	}
	out := opts.stdout
	fmt.Fprintf(out, "release %s %s\n", r.Version, r.Release)
	for _, f := range r.Files {
		fmt.Fprintf(out, "%s: %d rows, %d bytes, rows %s\n", f.Path, f.Rows, f.Bytes, f.RowDigest)
	}
	fmt.Fprintf(out, "%d keys, %d tasks; judged: %d execution, %d static\n",
		r.Keys, r.Tasks, r.Judged[schemas.JudgedExecution], r.Judged[schemas.JudgedStatic])
	ref := r.References
	fmt.Fprintf(out, "references: %d checked; pass rule paper: %d, rule strict: %d\n", ref.Checked, ref.Paper, ref.Strict)
	for _, f := range ref.Failing {
		if r.Imported && f.Paper != "" { // without tasks rule strict can't say where a value belongs: --json has its list
			fmt.Fprintf(out, "erratum: the reference of %s fails the published scorer's own check: %s\n", f.Key, program.Escape(f.Paper))
		}
	}
	if len(r.Problems) == 0 {
		fmt.Fprintln(out, "no difference")
	}
}
