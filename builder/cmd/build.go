package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"podium/builder/compose"
	"podium/builder/kaggle"
	"podium/data"
	"podium/internal/atomicfile"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/internal/store"
	"podium/schemas"
)

type buildOptions struct {
	version              string
	out                  string
	repositories         []string
	catalogue            string
	text                 string
	store                string
	includeNonCommercial bool
	assignIDs            bool
	json                 bool
	stdout               io.Writer
	stderr               io.Writer
}

func newBuild() *cobra.Command {
	var opts buildOptions
	c := &cobra.Command{
		Use:   "build --version X.Y.Z --out DIR",
		Short: "Compose a release from the catalogue and the lock",
		Long: `Compose a release: samples from the catalogue's tasks, each value held against the
lock. Nothing is fetched; equal inputs give equal bytes. The variant without text
(--text none) needs no store; --text full takes the README passages and licences
from it.

A sample needs an id from the catalogue's ledger. After a task was added or
changed, --assign-ids appends the ids that are missing to the catalogue in DIR and
builds nothing; published ids never change.`,
		Example: `  builder build --version 0.1.0 --out podium-0.1.0
  builder build --version 0.1.0 --out podium-full-0.1.0 --text full --repo gan --repo eap
  builder build --assign-ids --catalogue data`,
		Args: program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			opts.stdout, opts.stderr = c.OutOrStdout(), c.ErrOrStderr()
			if opts.assignIDs {
				return runAssignIDs(opts)
			}
			return runBuild(c.Context(), opts)
		},
	}
	f := c.Flags()
	f.StringVar(&opts.version, "version", "", "`X.Y.Z` of the release")
	f.StringVar(&opts.out, "out", "", "`DIR` the release becomes")
	f.StringArrayVar(&opts.repositories, "repo", nil, "short `NAME` of a repository (default: all that have tasks)")
	f.StringVar(&opts.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.StringVar(&opts.text, "text", schemas.TextNone, "text of the sources in the release: `none|full`")
	f.StringVar(&opts.store, "store", store.DefaultDir(), "`DIR` of the store, for --text full")
	f.BoolVar(&opts.includeNonCommercial, "include-noncommercial", false, "with --text full, also text whose licence forbids commercial use")
	f.BoolVar(&opts.assignIDs, "assign-ids", false, "append missing ids to the catalogue and build nothing")
	f.BoolVar(&opts.json, "json", false, "print what the catalogue gives as JSON")
	c.MarkFlagsMutuallyExclusive("assign-ids", "out")
	c.MarkFlagsMutuallyExclusive("assign-ids", "version")
	return c
}

func runBuild(ctx context.Context, opts buildOptions) error {
	if err := program.Require(map[string]string{"version": opts.version, "out": opts.out}); err != nil {
		return err
	}
	if err := schemas.CheckVersion(opts.version); err != nil {
		return exit.With(exit.Usage, err)
	}
	o := compose.Options{Repositories: opts.repositories, Text: opts.text, IncludeNonCommercial: opts.includeNonCommercial}
	switch opts.text {
	case schemas.TextNone:
	case schemas.TextFull:
		st, err := store.Open(opts.store)
		if err != nil {
			return err
		}
		o.Blobs = st
	default:
		return program.Usagef("--text %s: expected none or full", opts.text)
	}
	catalogue, err := data.Open(opts.catalogue)
	if err != nil {
		return err
	}
	res, err := compose.Compose(ctx, catalogue, o)
	if err != nil {
		return catalogueError(err)
	}
	if len(res.Without) > 0 {
		fmt.Fprintf(opts.stderr, "no tasks yet, left out: %s\n", strings.Join(res.Without, ", "))
	}
	if err := addCompetitions(catalogue, res); err != nil {
		return catalogueError(err)
	}
	release, err := res.Write(ctx, opts.version, opts.out)
	if err != nil {
		return err
	}
	return reportBuild(opts, res, release)
}

// addCompetitions adds what the catalogue says of the competitions; builder
// kaggle adds more.
func addCompetitions(catalogue fs.FS, res *compose.Result) error {
	rec := data.Record(catalogue)
	c, err := kaggle.ReadCatalogue(rec)
	if err != nil || len(c.Competitions) == 0 {
		return err
	}
	rows, err := kaggle.Compose(c, nil, kaggle.Options{})
	if err != nil {
		return err
	}
	res.Competitions, res.CompetitionsCatalogue = rows.Competitions, rec.Digest()
	return nil
}

// runAssignIDs appends ids to the ledgers of the catalogue in a folder.
func runAssignIDs(opts buildOptions) error {
	if opts.catalogue == "" || strings.HasSuffix(opts.catalogue, ":") {
		return program.Usagef("--assign-ids writes to the catalogue: say which folder with --catalogue DIR")
	}
	catalogue, err := data.Open(opts.catalogue)
	if err != nil {
		return err
	}
	ledgers, grown, err := compose.AssignIDs(catalogue, opts.repositories)
	if err != nil {
		return catalogueError(err)
	}
	for _, l := range ledgers {
		file := filepath.Join(opts.catalogue, filepath.FromSlash(data.LedgerName(l.Repository)))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := atomicfile.WriteBytes(file, 0o644, l.Encode()); err != nil {
			return err
		}
		fmt.Fprintf(opts.stdout, "%s: %d ids appended, %d in all\n", file, grown[l.Repository], l.Len())
	}
	if len(ledgers) == 0 {
		fmt.Fprintln(opts.stdout, "every sample has an id")
	}
	return nil
}

// catalogueError says how to go on where a folder is no catalogue at all.
func catalogueError(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no catalogue: %w", err)
	}
	return fmt.Errorf("the catalogue is at fault:\n%w", err)
}
