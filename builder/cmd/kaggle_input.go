package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"podium/builder/kaggle"
	"podium/builder/kaggle/meta"
	"podium/internal/program"
	"podium/internal/progress"
)

// inputs reads the source.
func (o *kaggleOptions) inputs(ctx context.Context, ids []string) (map[string]*kaggle.Input, error) {
	switch {
	case o.meta != "":
		return o.fromMeta(ctx, ids)
	case o.api:
		return o.fromAPI(ctx, ids)
	}
	inputs, others, err := kaggle.FromFolder(o.leaderboards, ids)
	if err != nil {
		return nil, err
	}
	if len(others) > 0 && len(o.competitions) == 0 {
		fmt.Fprintf(o.stderr, "%s: %d others passed over, the first is %s\n", o.leaderboards, len(others), program.Escape(others[0]))
	}
	for _, id := range o.competitions {
		if inputs[id] == nil {
			return nil, fmt.Errorf("%s: no leaderboard of %s", o.leaderboards, id)
		}
	}
	if len(inputs) == 0 {
		return nil, fmt.Errorf("%s: no leaderboard of any competition, expected <id>/leaderboard.csv, <id>.csv or <id>.zip", o.leaderboards)
	}
	return inputs, nil
}

func (o *kaggleOptions) fromMeta(ctx context.Context, ids []string) (map[string]*kaggle.Input, error) {
	bar := progress.New(o.stderr, "tables", 0)
	defer func() { bar.Close() }()
	return kaggle.FromMeta(ctx, meta.Options{
		Dir: o.meta, Competitions: ids, Public: o.public,
		Progress: func(table string, size int64) func(int) {
			bar.Close()
			bar = progress.New(o.stderr, table, size)
			return func(n int) { bar.Add(int64(n)) }
		},
	})
}

func (o *kaggleOptions) fromAPI(ctx context.Context, ids []string) (map[string]*kaggle.Input, error) {
	c, err := o.client()
	if err != nil {
		return nil, err
	}
	dir := o.save
	if dir == "" {
		if dir, err = os.MkdirTemp("", "podium-kaggle-*"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	bar := progress.New(o.stderr, "competitions", int64(len(ids)))
	defer bar.Close()
	failed, err := kaggle.FromAPI(ctx, c, dir, ids, kaggle.Options{Public: o.public}, func(string) { bar.Add(1) })
	if err != nil {
		return nil, err
	}
	return kaggle.Saved(dir, ids, failed)
}

// runKaggleFiles lists data files, or saves Kaggle's own zips of leaderboards.
func runKaggleFiles(ctx context.Context, opts kaggleOptions, ids []string) error {
	c, err := opts.client()
	if err != nil {
		return notAllowed(err)
	}
	if opts.download != "" {
		if err := os.MkdirAll(opts.download, 0o755); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if opts.download != "" {
			name := filepath.Join(opts.download, id+".zip")
			if err := c.DownloadLeaderboard(ctx, id, name, nil); err != nil {
				return notAllowed(err)
			}
			fmt.Fprintln(opts.stdout, name)
			continue
		}
		for f, err := range c.Files(ctx, id) {
			if err != nil {
				return notAllowed(err)
			}
			fmt.Fprintf(opts.stdout, "%s\t%d\t%s\n", id, f.Bytes, program.Escape(f.Name))
		}
	}
	return nil
}
