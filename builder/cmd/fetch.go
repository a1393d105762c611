package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"podium/builder/fetch"
	"podium/data"
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
already is not fetched again. GITHUB_TOKEN, when it is set, is sent to GitHub.`,
		Example: `  builder fetch --mirror '/srv/git/{owner}/{name}.git'
  builder fetch --repo gan --repo eap`,
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
	c.MarkFlagsMutuallyExclusive("mirror", "github-url")
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
	bar := progress.New(opts.stderr, "fetch", int64(len(repositories)))
	defer bar.Close()
	src, err := fetchSource(opts, bar)
	if err != nil {
		return err
	}
	results := make([]fetch.Result, len(repositories))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, r := range repositories {
		g.Go(func() error {
			res, err := fetch.Repository(ctx, st, src, r)
			if err != nil {
				return err
			}
			results[i] = res
			bar.Add(1)
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	bar.Close()
	for _, res := range results {
		for _, n := range res.Notes {
			fmt.Fprintf(opts.stderr, "%s: %s\n", res.Repository.Name, n)
		}
		fmt.Fprintf(opts.stdout, "%s\t%s\t%d files\t%d stored\t%d bytes\t%d new\n",
			res.Repository.Name, res.Repository.Commit, res.Files, res.Stored, res.Bytes, res.New)
	}
	return nil
}

func fetchSource(opts fetchOptions, bar *progress.Bar) (fetch.Source, error) {
	if opts.mirror != "" {
		return fetch.Mirror{Template: opts.mirror}, nil
	}
	return fetch.NewGitHub(opts.githubURL, os.Getenv("GITHUB_TOKEN"), bar.Printf)
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
