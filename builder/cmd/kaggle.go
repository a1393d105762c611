package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"podium/builder/kaggle"
	"podium/builder/kaggle/api"
	"podium/data"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/schemas"
)

type kaggleOptions struct {
	meta         string
	api          bool
	leaderboards string
	competitions []string
	public       bool
	lenient      bool
	save         string
	files        bool
	download     string
	url          string
	release      string
	version      string
	out          string
	catalogue    string
	json         bool
	stdout       io.Writer
	stderr       io.Writer
}

func newKaggle() *cobra.Command {
	var opts kaggleOptions
	c := &cobra.Command{
		Use:   "kaggle (--meta DIR | --api | --leaderboards DIR) [--version X.Y.Z --out DIR]",
		Short: "Fill the configs competitions and leaderboards from Kaggle",
		Long: `Take competitions and leaderboards from one source, derive medal thresholds by
the medal rule, compare them with the catalogue's, and say what does not agree.
With --out a release is written: that of --release with these two configs new, or
the two alone. Rows that the source does not give stay as they were.

Sources: Meta Kaggle's tables (--meta), Kaggle's API (--api), or a folder with
leaderboard files (--leaderboards): <id>/leaderboard.csv as MLE-bench has them,
<id>.csv, or Kaggle's download <id>.zip.

A board that cannot be right is refused: a Git LFS pointer, a web page, a cut,
constant or disordered table, a public board where the private one is meant. Then
nothing is written and the exit code is 1, or 4 where a person must act (token,
rules); --lenient leaves those boards out and goes on.

The API takes a token from KAGGLE_API_TOKEN or ~/.kaggle/access_token, or a user
and key from KAGGLE_USERNAME and KAGGLE_KEY or ~/.kaggle/kaggle.json, as Kaggle's
own client does. With --save, what it said stays in a folder that --leaderboards
reads, and the next run goes on from there.`,
		Example: `  builder kaggle --leaderboards mle-bench/mlebench/competitions
  builder kaggle --meta meta-kaggle --release podium-0.1.0 --version 0.2.0 --out podium-0.2.0
  builder kaggle --api --competition spaceship-titanic --save kaggle`,
		Args: program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			opts.stdout, opts.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return runKaggle(c.Context(), opts)
		},
	}
	f := c.Flags()
	f.StringVar(&opts.meta, "meta", "", "`DIR` of Meta Kaggle's tables, or their zip")
	f.BoolVar(&opts.api, "api", false, "ask Kaggle's API")
	f.StringVar(&opts.leaderboards, "leaderboards", "", "`DIR` of leaderboard files")
	f.StringArrayVar(&opts.competitions, "competition", nil, "`ID` of a competition (default: all of the catalogue)")
	f.BoolVar(&opts.public, "public", false, "take public boards too, marked as such")
	f.BoolVar(&opts.lenient, "lenient", false, "leave out what is refused, and go on")
	f.StringVar(&opts.save, "save", "", "with --api: `DIR` that keeps what it said")
	f.BoolVar(&opts.files, "files", false, "with --api: list the files of the competitions' data, do nothing else")
	f.StringVar(&opts.download, "download", "", "with --api: save Kaggle's own zips of the public boards in `DIR`, do nothing else")
	f.StringVar(&opts.url, "kaggle-url", api.DefaultURL, "`URL` of the API")
	f.StringVar(&opts.release, "release", "", "`RELEASE` to take everything else from")
	f.StringVar(&opts.version, "version", "", "`X.Y.Z` of the release to write")
	f.StringVar(&opts.out, "out", "", "`DIR` the release becomes (default: write none)")
	f.StringVar(&opts.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.BoolVar(&opts.json, "json", false, "print rows and notes as JSON")
	return c
}

// check refuses flags that do not go together.
func (o *kaggleOptions) check() error {
	sources := 0
	for _, given := range []bool{o.meta != "", o.api, o.leaderboards != ""} {
		if given {
			sources++
		}
	}
	switch {
	case sources != 1:
		return program.Usagef("give one of --meta, --api and --leaderboards")
	case !o.api && (o.save != "" || o.files || o.download != ""):
		return program.Usagef("--save, --files and --download go with --api")
	case o.files && o.download != "":
		return program.Usagef("--files and --download do one thing each")
	case (o.out == "") != (o.version == ""):
		return program.Usagef("--version and --out go together")
	case o.out == "" && o.release != "":
		return program.Usagef("--release is what --out is made from: give --version and --out")
	}
	if o.version != "" {
		if err := schemas.CheckVersion(o.version); err != nil {
			return exit.With(exit.Usage, err)
		}
	}
	return nil
}

func runKaggle(ctx context.Context, opts kaggleOptions) error {
	if err := opts.check(); err != nil {
		return err
	}
	fsys, err := data.Open(opts.catalogue)
	if err != nil {
		return err
	}
	rec := data.Record(fsys)
	catalogue, err := kaggle.ReadCatalogue(rec)
	if err != nil {
		return err
	}
	ids, err := opts.ids(catalogue)
	if err != nil {
		return err
	}
	if opts.files || opts.download != "" {
		return runKaggleFiles(ctx, opts, ids)
	}
	from, before, err := opts.from()
	if err != nil {
		return err
	}
	inputs, err := opts.inputs(ctx, ids)
	if err != nil {
		return notAllowed(err)
	}
	res, err := kaggle.Compose(catalogue, inputs, kaggle.Options{Public: opts.public, Before: before})
	if err != nil {
		return err
	}
	if err := opts.report(res, inputs); err != nil {
		return err
	}
	if len(res.Refused) > 0 && !opts.lenient {
		code := exit.Code(notAllowed(errors.Join(res.Refused...)))
		return exit.With(code, fmt.Errorf("%d refused, nothing is written (--lenient leaves them out)", len(res.Refused)))
	}
	if opts.out == "" {
		return nil
	}
	return opts.write(ctx, rec.Digest(), res, from)
}

// ids are the competitions asked for: all of the catalogue's when none is named.
func (o *kaggleOptions) ids(c *kaggle.Catalogue) ([]string, error) {
	var all []string
	for _, comp := range c.Competitions {
		all = append(all, comp.ID)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("the catalogue has no competitions")
	}
	for _, id := range o.competitions {
		if !slices.Contains(all, id) {
			return nil, program.Usagef("--competition %s: not in the catalogue", id)
		}
	}
	if len(o.competitions) > 0 {
		return o.competitions, nil
	}
	return all, nil
}

// from opens the release that the new one is made from, and its rows.
func (o *kaggleOptions) from() (*schemas.Release, *kaggle.Rows, error) {
	if o.release == "" {
		return nil, nil, nil
	}
	r, err := schemas.OpenRelease(o.release)
	if err != nil {
		return nil, nil, err
	}
	rows, err := kaggle.ReadRows(r)
	return r, rows, err
}

func (o *kaggleOptions) write(ctx context.Context, catalogue string, res *kaggle.Result, from *schemas.Release) error {
	r, err := res.Write(ctx, o.out, o.version, catalogue, from)
	if err != nil {
		return err
	}
	fmt.Fprintf(o.stderr, "%s: release %s, %d competitions, %d standings\n%s\n", o.out, o.version, len(res.Competitions), len(res.Standings), r.Digest())
	return nil
}

// notAllowed gives an error the exit code for what a person has to do.
func notAllowed(err error) error {
	var e *api.Error
	var missing *api.CredentialsError
	if errors.As(err, &e) && e.NeedsPerson() || errors.As(err, &missing) {
		return exit.With(exit.NotAllowed, err)
	}
	return err
}

// client makes the client of the API from the environment's credentials.
func (o *kaggleOptions) client() (*api.Client, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	credentials, err := api.FindCredentials(os.Getenv, home)
	if err != nil {
		return nil, err
	}
	c, err := api.New(api.Options{
		URL: o.url, Credentials: credentials, UserAgent: "podium/" + program.Version,
		Say: func(format string, a ...any) { fmt.Fprintln(o.stderr, strings.TrimSpace(fmt.Sprintf(format, a...))) },
	})
	if err != nil {
		return nil, program.Usagef("--kaggle-url: %w", err)
	}
	return c, nil
}
