package cmd

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"podium/builder/kaggle"
	"podium/data"
	"podium/internal/program"
	"podium/schemas"
)

type showOptions struct {
	release     string
	competition string
	catalogue   string
	samples     samplesOptions
	json        bool
	stdout      io.Writer
}

func newShow() *cobra.Command {
	var opts showOptions
	c := &cobra.Command{
		Use:   "show RELEASE | [RELEASE] --competition ID",
		Short: "Show samples of a release, or a competition with its medal thresholds",
		Long: `Show samples of a release in full, those that --split, --task, --github-id and --id
pick.

With --competition, show one competition at a glance: what is to be predicted, the metric in words,
the scores that win medals, the teams they come from, and the origin of each. The
figures are those of RELEASE; without one, those of the catalogue.`,
		Example: `  builder show podium-0.2.0 --task gan-wgan
  builder show podium-0.2.0 --split full --github-id 9 --id 31 --json
  builder show --competition spaceship-titanic
  builder show podium-0.2.0 --competition spaceship-titanic --json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 1 {
				return program.Usagef("%s takes one RELEASE at most, got %d arguments", c.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				opts.release = args[0]
			}
			opts.stdout = c.OutOrStdout()
			return runShow(opts)
		},
	}
	f := c.Flags()
	f.StringVar(&opts.competition, "competition", "", "`ID` of the competition")
	f.StringVar(&opts.catalogue, "catalogue", "", "`DIR` of the catalogue (default: the embedded one)")
	f.BoolVar(&opts.json, "json", false, "print rows as JSON")
	f.StringVar(&opts.samples.split, "split", "full", "`SPLIT` of the samples")
	f.StringVar(&opts.samples.task, "task", "", "samples of this task `ID` only")
	f.Int64Var(&opts.samples.githubID, "github-id", 0, "samples of the repository of this number only")
	f.Int64Var(&opts.samples.id, "id", 0, "samples of this number only")
	f.IntVar(&opts.samples.most, "most", 3, "show at most `N` samples, all when negative")
	return c
}

func runShow(opts showOptions) error {
	if opts.competition == "" {
		if opts.release == "" {
			return program.Usagef("builder show takes a RELEASE whose samples are shown, or --competition")
		}
		return showSamples(opts)
	}
	fsys, err := data.Open(opts.catalogue)
	if err != nil {
		return err
	}
	metrics, err := data.Metrics(fsys)
	if err != nil {
		return err
	}
	rows, where, err := opts.rows()
	if err != nil {
		return err
	}
	i := slices.IndexFunc(rows, func(c schemas.Competition) bool { return c.ID == opts.competition })
	if i < 0 {
		return fmt.Errorf("competition %q is not in %s, which has %d", opts.competition, where, len(rows))
	}
	if opts.json {
		return printJSON(opts.stdout, struct {
			SchemaVersion int                 `json:"schema_version"`
			Competition   schemas.Competition `json:"competition"`
			Metric        data.Metric         `json:"metric"`
		}{1, rows[i], metrics[rows[i].Metric]})
	}
	return showCompetition(opts.stdout, rows[i], metrics[rows[i].Metric])
}

// rows are the competitions of the release, or of the catalogue.
func (o *showOptions) rows() (rows []schemas.Competition, where string, err error) {
	if o.release != "" {
		r, err := schemas.OpenRelease(o.release)
		if err != nil {
			return nil, "", err
		}
		rows, err = r.Competitions()
		return rows, "release " + r.Manifest.Version, err
	}
	fsys, err := data.Open(o.catalogue)
	if err != nil {
		return nil, "", err
	}
	catalogue, err := kaggle.ReadCatalogue(fsys)
	if err != nil {
		return nil, "", err
	}
	res, err := kaggle.Compose(catalogue, nil, kaggle.Options{})
	if err != nil {
		return nil, "", err
	}
	return res.Competitions, "the catalogue", nil
}
