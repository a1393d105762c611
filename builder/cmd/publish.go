package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"podium/builder/hub"
	"podium/builder/verify"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/internal/progress"
	"podium/schemas"
)

type publishOptions struct {
	release, to, endpoint, revision   string
	private, createPR, dryRun, boards bool
	json                              bool
	stdout, stderr                    io.Writer
}

func newPublish() *cobra.Command {
	var o publishOptions
	c := &cobra.Command{
		Use:   "publish RELEASE --to OWNER/NAME",
		Short: "Put a release on a Hugging Face dataset repository",
		Long: `Verify a release and put it on a Hugging Face dataset repository, which is made
when it is not there: files that are not there yet are uploaded, one commit makes
them visible together, and the tag vX.Y.Z names the version. When somebody commits
in between, nothing is overwritten. A version that is published with the same bytes
is left as it is; one with other bytes is refused. After an interruption the same
command goes on; what was uploaded stays.

The token is HF_TOKEN, or that of huggingface-cli login. --dry-run tells what would
change and writes nothing.`,
		Example: `  builder publish podium-1.0.0 --to someone/podium --dry-run
  builder publish podium-1.0.0 --to someone/podium --private`,
		Args: program.Args("RELEASE"),
		RunE: func(c *cobra.Command, args []string) error {
			o.release = args[0]
			o.stdout, o.stderr = c.OutOrStdout(), c.ErrOrStderr()
			if err := program.Require(map[string]string{"to": o.to}); err != nil {
				return err
			}
			if err := hub.CheckName(o.to); err != nil {
				return program.Usagef("--to: %w", err)
			}
			return runPublish(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.to, "to", "", "dataset repository `OWNER/NAME`")
	f.StringVar(&o.endpoint, "endpoint", cmp.Or(os.Getenv("HF_ENDPOINT"), hub.DefaultEndpoint), "`URL` of the Hub (HF_ENDPOINT)")
	f.StringVar(&o.revision, "revision", "main", "`BRANCH` to commit to")
	f.BoolVar(&o.private, "private", false, "make a new repository private")
	f.BoolVar(&o.createPR, "create-pr", false, "open a pull request in place of committing; it gets no tag")
	f.BoolVar(&o.dryRun, "dry-run", false, "tell what would change, write nothing")
	f.BoolVar(&o.boards, "with-leaderboards", false, "publish the leaderboards of a release that has them")
	f.BoolVar(&o.json, "json", false, "print the outcome as JSON")
	return c
}

func runPublish(ctx context.Context, o publishOptions) error {
	release, err := publishable(ctx, o)
	if err != nil {
		return err
	}
	token, err := hub.Token()
	if err != nil {
		return err
	}
	if token == "" && !o.dryRun {
		return exit.With(exit.NotAllowed, errors.New("no token: set HF_TOKEN to one that may write to "+o.to+", or run huggingface-cli login"))
	}
	bytes := int64(0)
	for _, f := range release.Manifest.Files {
		bytes += f.Bytes
	}
	bar := progress.New(o.stderr, "bytes", bytes)
	defer bar.Close()
	client, err := hub.New(hub.Options{Endpoint: o.endpoint, Token: token, Say: bar.Printf})
	if err != nil {
		return err
	}
	outcome, err := client.Publish(ctx, hub.Publication{
		Release: release, Repository: o.to, Revision: o.revision, Private: o.private, CreatePR: o.createPR, DryRun: o.dryRun, Sent: bar.Add,
	})
	bar.Close()
	var refused *hub.Error
	switch {
	case errors.As(err, &refused) && (refused.Status == 401 || refused.Status == 403):
		return exit.With(exit.NotAllowed, err)
	case err != nil:
		return err
	}
	return tellPublished(o, outcome)
}

// publishable opens a release that may be published.
func publishable(ctx context.Context, o publishOptions) (*schemas.Release, error) {
	report, err := verify.Release(ctx, o.release)
	if err != nil {
		return nil, err
	}
	if n := len(report.Problems); n > 0 {
		for _, p := range report.Problems {
			fmt.Fprintln(o.stderr, program.Escape(p.String()))
		}
		return nil, exit.With(exit.Difference, fmt.Errorf("%s: %d difference(s): it is not published", o.release, n))
	}
	release, err := schemas.OpenRelease(o.release)
	if err != nil {
		return nil, err
	}
	if len(release.Manifest.Splits(schemas.ConfigLeaderboards)) > 0 && !o.boards {
		return nil, exit.With(exit.NotAllowed, fmt.Errorf("%s holds leaderboards, which come from Kaggle under its terms of use: "+
			"look whether you may publish them, and pass --with-leaderboards, or publish the release without (builder build writes one)", o.release))
	}
	return release, nil
}

func tellPublished(o publishOptions, out *hub.Outcome) error {
	if o.json {
		e := json.NewEncoder(o.stdout)
		e.SetIndent("", "  ")
		return e.Encode(struct {
			SchemaVersion int  `json:"schema_version"`
			DryRun        bool `json:"dry_run"`
			*hub.Outcome
		}{1, o.dryRun, out})
	}
	if out.Already {
		fmt.Fprintf(o.stdout, "%s %s is published already, with the same bytes\n", out.Repository, out.Tag)
		return nil
	}
	for _, f := range out.Upload {
		fmt.Fprintf(o.stdout, "new        %s, %d bytes\n", f.Path, f.Bytes)
	}
	for _, path := range out.Unchanged {
		fmt.Fprintf(o.stdout, "unchanged  %s\n", path)
	}
	for _, path := range out.Deleted {
		fmt.Fprintf(o.stdout, "deleted    %s\n", path)
	}
	switch {
	case o.dryRun && out.Created:
		fmt.Fprintf(o.stdout, "would make %s and tag %s; nothing was written\n", out.Repository, out.Tag)
	case o.dryRun:
		fmt.Fprintf(o.stdout, "would commit to %s (%s) on top of %s and tag %s; nothing was written\n", out.Repository, out.Revision, out.Parent, out.Tag)
	case out.PullRequest != "":
		fmt.Fprintf(o.stdout, "proposed to %s: %s\n", out.Repository, program.Escape(out.PullRequest))
	default:
		fmt.Fprintf(o.stdout, "%s %s is published, commit %s\n", out.Repository, out.Tag, out.Commit)
	}
	return nil
}
