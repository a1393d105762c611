package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"podium/builder/mine"
	"podium/data"
	"podium/internal/atomicfile"
	"podium/internal/exit"
	"podium/internal/program"
	"podium/internal/progress"
	"podium/internal/store"
)

type mineOptions struct {
	repositories []string
	store        string
	catalogue    string
	check        bool
	json         bool
	stdout       io.Writer
	stderr       io.Writer
}

func newMine() *cobra.Command {
	var opts mineOptions
	c := &cobra.Command{
		Use:   "mine",
		Short: "Read the fetched repositories and write their locks",
		Long: `Read the fetched repositories statically and write what they declare and show to
the catalogue's locks, <catalogue>/lock/<name>.json. With --check nothing is
written: the exit code is 5 when a committed lock says something else.`,
		Example: `  builder mine --repo gan
  builder mine --check`,
		Args: program.Args(),
		RunE: func(c *cobra.Command, _ []string) error {
			opts.stdout, opts.stderr = c.OutOrStdout(), c.ErrOrStderr()
			return runMine(c.Context(), opts)
		},
	}
	f := c.Flags()
	f.StringArrayVar(&opts.repositories, "repo", nil, "short `NAME` of a repository (default: all)")
	f.StringVar(&opts.store, "store", store.DefaultDir(), "`DIR` of the store")
	f.StringVar(&opts.catalogue, "catalogue", "data", "`DIR` of the catalogue")
	f.BoolVar(&opts.check, "check", false, "compare with the locks that are there, write nothing")
	f.BoolVar(&opts.json, "json", false, "print what was mined, or the differences, as JSON")
	return c
}

func runMine(ctx context.Context, opts mineOptions) error {
	repositories, err := selectRepositories(opts.catalogue, opts.repositories)
	if err != nil {
		return err
	}
	st, err := store.Open(opts.store)
	if err != nil {
		return err
	}
	fsys, err := data.Open(opts.catalogue)
	if err != nil {
		return err
	}
	locks, err := mineAll(ctx, st, fsys, repositories, opts.stderr)
	if err != nil {
		return err
	}
	if opts.check {
		return checkLocks(opts, fsys, locks)
	}
	results := make([]mined, len(locks))
	for i, l := range locks {
		if results[i], err = writeLock(opts, l); err != nil {
			return err
		}
	}
	if opts.json {
		return printRepositories(opts.stdout, results)
	}
	for i, l := range locks {
		fmt.Fprintf(opts.stdout, "%s\t%s\t%s\t%d bytes\n", l.Repository, results[i].Lock, l.Summary(), results[i].Bytes)
	}
	return nil
}

// mined is what mining a repository came to.
type mined struct {
	Repository string `json:"repository"`
	Commit     string `json:"commit"`
	Lock       string `json:"lock"` // file
	Bytes      int    `json:"bytes"`
	Unread     int    `json:"unread"` // places
}

func mineAll(ctx context.Context, st *store.Store, fsys fs.FS, repositories []data.Repository, stderr io.Writer) ([]*data.Lock, error) {
	bar := progress.New(stderr, "mine", int64(len(repositories)))
	defer bar.Close()
	locks := make([]*data.Lock, len(repositories))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, r := range repositories {
		g.Go(func() error {
			tasks, err := data.Tasks(fsys, r.Name)
			if err != nil {
				return err
			}
			locks[i], err = mine.Repository(ctx, st, r, tasks)
			bar.Add(1)
			return err
		})
	}
	return locks, g.Wait()
}

func writeLock(opts mineOptions, l *data.Lock) (mined, error) {
	b, err := l.Encode()
	if err != nil {
		return mined{}, fmt.Errorf("lock of %s: %w", l.Repository, err)
	}
	name := filepath.Join(opts.catalogue, filepath.FromSlash(data.LockName(l.Repository)))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return mined{}, err
	}
	return mined{l.Repository, l.Commit, name, len(b), len(l.Unread)}, atomicfile.WriteBytes(name, 0o644, b)
}

// checked is what comparing a lock with the store came to.
type checked struct {
	Repository string `json:"repository"`
	Same       bool   `json:"same"`
	// Differences is empty when only places moved or the lock was edited.
	Differences []mine.Difference `json:"differences"`
	Tasks       []touchedTask     `json:"tasks"`
}

type touchedTask struct {
	ID      string `json:"id"`
	Samples int    `json:"samples"` // that a release has of it
	// IDs are those of its samples, as runs: first and last.
	IDs [][2]int64 `json:"ids"`
}

// checkLocks compares what was mined with the committed locks.
func checkLocks(opts mineOptions, fsys fs.FS, locks []*data.Lock) error {
	results := make([]checked, len(locks))
	different := 0
	for i, l := range locks {
		c, err := checkLock(fsys, l)
		if err != nil {
			return err
		}
		if results[i] = c; !c.Same {
			different++
		}
	}
	if err := tellChecked(opts, results); err != nil {
		return err
	}
	if different > 0 {
		return exit.With(exit.Difference, fmt.Errorf("%d of %d locks differ from what the store says", different, len(locks)))
	}
	return nil
}

func checkLock(fsys fs.FS, l *data.Lock) (checked, error) {
	c := checked{Repository: l.Repository, Differences: []mine.Difference{}, Tasks: []touchedTask{}}
	old, err := data.ReadLock(fsys, l.Repository)
	if errors.Is(err, fs.ErrNotExist) {
		c.Differences = append(c.Differences, mine.Difference{What: "there is no lock"})
		return c, nil
	}
	if err != nil {
		return c, err
	}
	if c.Same, err = equalLocks(old, l); err != nil || c.Same {
		return c, err
	}
	c.Differences = append(c.Differences, mine.Compare(old, l)...)
	tasks, err := data.Tasks(fsys, l.Repository)
	if err != nil {
		return c, err
	}
	ledger, err := data.ReadLedger(fsys, l.Repository)
	if err != nil {
		return c, err
	}
	for _, t := range mine.Touched(tasks, old, c.Differences) {
		c.Tasks = append(c.Tasks, touchedTask{t.ID, t.Quota, ledger.Runs(t.ID)})
	}
	return c, nil
}

func tellChecked(opts mineOptions, results []checked) error {
	if opts.json {
		return printRepositories(opts.stdout, results)
	}
	for _, c := range results {
		switch {
		case c.Same:
			fmt.Fprintf(opts.stdout, "%s: the same\n", c.Repository)
		case len(c.Differences) == 0:
			fmt.Fprintf(opts.stdout, "%s: only places moved, or the lock was edited\n", c.Repository)
		}
		for _, d := range c.Differences {
			fmt.Fprintf(opts.stdout, "%s: %s\n", c.Repository, d)
		}
		for _, t := range c.Tasks {
			fmt.Fprintf(opts.stdout, "%s: touches task %s, %d samples%s\n", c.Repository, t.ID, t.Samples, idRuns(t.IDs))
		}
	}
	return nil
}

// idRuns writes ids for people: ", ids 1-65 70".
func idRuns(runs [][2]int64) string {
	var b strings.Builder
	for i, r := range runs {
		if i == 0 {
			b.WriteString(", ids")
		}
		if fmt.Fprintf(&b, " %d", r[0]); r[1] > r[0] {
			fmt.Fprintf(&b, "-%d", r[1])
		}
	}
	return b.String()
}

func equalLocks(a, b *data.Lock) (bool, error) {
	x, err := a.Encode()
	if err != nil {
		return false, err
	}
	y, err := b.Encode()
	return bytes.Equal(x, y), err
}
