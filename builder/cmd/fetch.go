package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"podium/builder/fetch"
	"podium/data"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/internal/progress"
	"podium/internal/store"
)

type fetchOptions struct {
	repositories []string
	mirror       string
	githubURL    string
	store        string
	catalogue    string
	check        bool
	metadata     bool
	verbose      bool
	json         bool
	stdout       io.Writer
	stderr       io.Writer
}

func newFetch() *cobra.Command {
	var opts fetchOptions
	c := &cobra.Command{
		Use:   "fetch",
		Short: "Bring the pinned repositories into the store",
		Long: `Bring the catalogue's repositories, at their pins, into the store: from git
mirrors on this machine (--mirror, no network) or from GitHub. What the store has
already is not fetched again. GITHUB_TOKEN, when it is set, is sent to GitHub.
With --check nothing is fetched: the exit code is 5 when the store lacks something
or something in it is damaged. With --metadata nothing is fetched either: GitHub is
asked, with one request a repository, for stars, licence, branch and last push.`,
		Example: `  builder fetch --mirror '/srv/git/{owner}/{name}.git'
  builder fetch --repo gan --repo eap
  builder fetch --check
  builder fetch --metadata --json`,
		Args: program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			opts.stdout, opts.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return runFetch(c.Context(), opts)
		},
	}
	f := c.Flags()
	f.StringArrayVar(&opts.repositories, "repo", nil, "short `NAME` of a repository (default: all)")
	f.StringVar(&opts.mirror, "mirror", "", "`TEMPLATE` of a mirror's folder, with {owner} and {name}")
	f.StringVar(&opts.githubURL, "github-url", "", "`URL` of a GitHub Enterprise server (default: github.com)")
	f.StringVar(&opts.store, "store", store.DefaultDir(), "`DIR` of the store")
	f.StringVar(&opts.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.BoolVar(&opts.check, "check", false, "read what the store has, fetch nothing")
	f.BoolVar(&opts.metadata, "metadata", false, "ask GitHub about the repositories, fetch nothing")
	f.BoolVarP(&opts.verbose, "verbose", "v", false, "tell of every file that is not a plain stored one")
	f.BoolVar(&opts.json, "json", false, "print the result as JSON")
	c.MarkFlagsMutuallyExclusive("mirror", "github-url", "check")
	c.MarkFlagsMutuallyExclusive("mirror", "metadata", "check")
	return c
}

func runFetch(ctx context.Context, opts fetchOptions) error {
	repositories, err := selectRepositories(opts.catalogue, opts.repositories)
	if err != nil {
		return err
	}
	st, err := store.Open(opts.store)
	if err != nil {
		return err
	}
	if opts.check {
		return checkStore(ctx, st, repositories, opts)
	}
	if opts.metadata {
		return askMetadata(ctx, repositories, opts)
	}
	bar := progress.New(opts.stderr, "fetch", int64(len(repositories)))
	defer bar.Close()
	src, err := fetchSource(opts, bar)
	if err != nil {
		return err
	}
	results := make([]fetch.Result, len(repositories))
	errs := make([]error, len(repositories)) // one that fails does not stop the others
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, r := range repositories {
		g.Go(func() error {
			results[i], errs[i] = fetch.Repository(ctx, st, src, r)
			bar.Add(1)
			return nil
		})
	}
	_ = g.Wait()
	bar.Close()
	return errors.Join(append(errs, tellFetched(opts, results, errs))...)
}

// tellFetched prints what became of the repositories that did not fail.
func tellFetched(opts fetchOptions, results []fetch.Result, errs []error) error {
	done := []fetch.Result{}
	for i, res := range results {
		if errs[i] == nil {
			done = append(done, res)
		}
	}
	if opts.json {
		return printRepositories(opts.stdout, done)
	}
	for _, res := range done {
		fmt.Fprintf(opts.stdout, "%s\t%s\t%d files\t%d stored\t%d bytes\t%d new\n",
			res.Repository, res.Commit, res.Files, res.Stored, res.Bytes, res.New)
		if !opts.verbose && len(res.Notes) > 0 {
			fmt.Fprintf(opts.stderr, "%s: files that are not plain stored ones: %d; --verbose tells of each\n", res.Repository, len(res.Notes))
		}
		if opts.verbose {
			for _, n := range res.Notes {
				fmt.Fprintf(opts.stderr, "%s: %s\n", res.Repository, n)
			}
		}
	}
	return nil
}

// storeChecked is what is wrong with a repository in the store.
type storeChecked struct {
	Repository string       `json:"repository"`
	Faults     []fetch.Note `json:"faults"`
}

// checkStore reads everything that the store should have.
func checkStore(ctx context.Context, st *store.Store, repositories []data.Repository, opts fetchOptions) error {
	results := make([]storeChecked, len(repositories))
	wrong := 0
	for i, r := range repositories {
		faults, err := fetch.Check(ctx, st, r)
		if err != nil {
			return err
		}
		results[i] = storeChecked{r.Name, append([]fetch.Note{}, faults...)}
		wrong += len(faults)
		for _, n := range faults {
			if !opts.json {
				fmt.Fprintf(opts.stdout, "%s: %s\n", r.Name, n)
			}
		}
	}
	if opts.json {
		if err := printRepositories(opts.stdout, results); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return exit.With(exit.Difference, fmt.Errorf("%d faults in the store %s", wrong, opts.store))
	}
	if !opts.json {
		fmt.Fprintf(opts.stdout, "%d repositories are whole\n", len(repositories))
	}
	return nil
}

// printRepositories prints what there is to say of each repository as JSON.
func printRepositories[T any](w io.Writer, list []T) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		SchemaVersion int `json:"schema_version"`
		Repositories  []T `json:"repositories"`
	}{1, list})
}

func fetchSource(opts fetchOptions, bar *progress.Bar) (fetch.Source, error) {
	if opts.mirror != "" {
		return fetch.Mirror{Template: opts.mirror}, nil
	}
	return newGitHub(opts, bar)
}

func newGitHub(opts fetchOptions, bar *progress.Bar) (*fetch.GitHub, error) {
	return fetch.NewGitHub(fetch.GitHubOptions{
		URL:     opts.githubURL,
		Token:   os.Getenv("GITHUB_TOKEN"),
		Answers: filepath.Join(opts.store, "answers"),
		Say:     bar.Printf,
	})
}

// askMetadata prints what GitHub says of the repositories today.
func askMetadata(ctx context.Context, repositories []data.Repository, opts fetchOptions) error {
	bar := progress.New(opts.stderr, "metadata", int64(len(repositories)))
	defer bar.Close()
	github, err := newGitHub(opts, bar)
	if err != nil {
		return err
	}
	told := []fetch.Metadata{}
	var errs []error
	for _, r := range repositories {
		m, err := github.Metadata(ctx, r)
		bar.Add(1)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		told = append(told, m)
	}
	bar.Close()
	if opts.json {
		return errors.Join(append(errs, printRepositories(opts.stdout, told))...)
	}
	for _, m := range told {
		archived := ""
		if m.Archived {
			archived = "\tarchived"
		}
		fmt.Fprintf(opts.stdout, "%s\t%s\t%d stars\t%s\t%s, pushed %s%s\n", m.Repository, program.Escape(m.Name), m.Stars,
			program.Escape(m.Licence), program.Escape(m.Branch), m.Pushed.Format("2006-01-02"), archived)
	}
	return errors.Join(errs...)
}

// selectRepositories reads the catalogue in dir, the embedded one when dir is
// empty, and picks the repositories of the given names, all when there is none.
func selectRepositories(dir string, names []string) ([]data.Repository, error) {
	fsys, err := data.Open(dir)
	if err != nil {
		return nil, err
	}
	all, err := data.Repositories(fsys)
	if err != nil || len(names) == 0 {
		return all, err
	}
	byName := make(map[string]data.Repository, len(all))
	known := make([]string, len(all))
	for i, r := range all {
		byName[r.Name], known[i] = r, r.Name
	}
	picked := make([]data.Repository, len(names))
	for i, name := range names {
		r, ok := byName[name]
		if !ok {
			return nil, program.Usagef("--repo %s: the catalogue has %q", name, known)
		}
		picked[i] = r
	}
	return picked, nil
}
