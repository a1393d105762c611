package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"podium/builder/upstream"
	"podium/data"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/schemas"
)

type importOptions struct {
	files     []string
	split     string
	version   string
	out       string
	catalogue string
	json      bool
	stdout    io.Writer
	stderr    io.Writer
}

func newImport() *cobra.Command {
	var opts importOptions
	c := &cobra.Command{
		Use:   "import FILE… --split NAME --version X.Y.Z --out DIR",
		Short: "Turn upstream's own dataset files into a release",
		Long: `Turn dataset files as the benchmark's authors publish them, Parquet or JSON lines
with their eleven columns, into a release. Every row is kept with its columns as
they are, but for arguments: the Python literal is read, without evaluating
anything, into a JSON object, and kept in the column arguments_source.`,
		Example: `  builder import full-00000-of-00001.parquet --split full --version 0.0.1 --out full-0.0.1`,
		Args:    program.Args("FILE…"),
		RunE: func(c *cobra.Command, args []string) error {
			opts.files = args
			opts.stdout, opts.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return runImport(c.Context(), opts)
		},
	}
	f := c.Flags()
	f.StringVar(&opts.split, "split", "", "`NAME` of the split: "+strings.Join(schemas.Splits, ", "))
	f.StringVar(&opts.version, "version", "", "`X.Y.Z` of the release")
	f.StringVar(&opts.out, "out", "", "`DIR` the release becomes")
	f.StringVar(&opts.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.BoolVar(&opts.json, "json", false, "print the manifest as JSON")
	return c
}

func runImport(ctx context.Context, opts importOptions) error {
	if err := program.Require(map[string]string{"split": opts.split, "version": opts.version, "out": opts.out}); err != nil {
		return err
	}
	if !slices.Contains(schemas.Splits, opts.split) {
		return program.Usagef("--split %s: expected one of %s", opts.split, strings.Join(schemas.Splits, ", "))
	}
	if err := schemas.CheckVersion(opts.version); err != nil {
		return exit.With(exit.Usage, err)
	}
	catalogue, err := data.Open(opts.catalogue)
	if err != nil {
		return err
	}
	rec := data.Record(catalogue)
	repositories, err := data.Repositories(rec)
	if err != nil {
		return err
	}
	var files []*upstream.File
	for _, name := range opts.files {
		f, err := upstream.ReadFile(name)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	imported, err := upstream.Samples(repositories, files...)
	if err != nil {
		return err
	}
	if len(imported.Samples) == 0 {
		return fmt.Errorf("%s: no rows", strings.Join(opts.files, ", "))
	}
	release, err := schemas.CreateRelease(ctx, opts.out, schemas.Manifest{
		Version:   opts.version,
		Catalogue: rec.Digest(),
		Text:      schemas.TextFull,
		Sources:   imported.Sources,
		Imported:  imported.Files,
		Mended:    imported.Mended,
	}, func(w *schemas.ReleaseWriter) error {
		return schemas.AddRows(w, schemas.SamplesTable(), opts.split, imported.Samples)
	})
	if err != nil {
		return err
	}
	return reportImport(opts, release)
}

func reportImport(opts importOptions, r *schemas.Release) error {
	for _, m := range r.Manifest.Mended {
		fmt.Fprintf(opts.stderr, "mended: %s\n", m) // what it quotes of the file is a Python repr: escaped
	}
	if opts.json {
		b, err := json.MarshalIndent(r.Manifest, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(opts.stdout, "%s\n", b)
		return err
	}
	f, _ := r.Manifest.File(schemas.ConfigSamples, opts.split)
	_, err := fmt.Fprintf(opts.stdout, "release %s in %s\nsplit %s: %d rows from %d repositories, %d mended\nrows   %s\nrelease %s\n",
		r.Manifest.Version, r.Dir, f.Split, f.Rows, len(r.Manifest.Sources), len(r.Manifest.Mended), f.RowDigest, r.Digest())
	return err
}
