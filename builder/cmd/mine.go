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
	for _, l := range locks {
		if err := writeLock(opts, l); err != nil {
			return err
		}
	}
	return nil
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

func writeLock(opts mineOptions, l *data.Lock) error {
	b, err := l.Encode()
	if err != nil {
		return fmt.Errorf("lock of %s: %w", l.Repository, err)
	}
	name := filepath.Join(opts.catalogue, filepath.FromSlash(data.LockName(l.Repository)))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := atomicfile.WriteBytes(name, 0o644, b); err != nil {
		return err
	}
	fmt.Fprintf(opts.stdout, "%s\t%s\t%s\t%d bytes\n", l.Repository, name, l.Summary(), len(b))
	return nil
}

// checkLocks compares what was mined with the committed locks.
func checkLocks(opts mineOptions, fsys fs.FS, locks []*data.Lock) error {
	different := 0
	for _, l := range locks {
		old, err := data.ReadLock(fsys, l.Repository)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(opts.stdout, "%s: there is no lock\n", l.Repository)
			different++
			continue
		}
		if err != nil {
			return err
		}
		same, err := equalLocks(old, l)
		if err != nil {
			return err
		}
		if same {
			fmt.Fprintf(opts.stdout, "%s: the same\n", l.Repository)
			continue
		}
		different++
		if err := tellDifferences(opts.stdout, fsys, old, l); err != nil {
			return err
		}
	}
	if different > 0 {
		return exit.With(exit.Difference, fmt.Errorf("%d of %d locks differ from what the store says", different, len(locks)))
	}
	return nil
}

// tellDifferences lists what moved, and the tasks that it bears upon.
func tellDifferences(w io.Writer, fsys fs.FS, before, after *data.Lock) error {
	differences := mine.Compare(before, after)
	if len(differences) == 0 {
		fmt.Fprintf(w, "%s: only places moved, or the lock was edited\n", after.Repository)
	}
	for _, d := range differences {
		fmt.Fprintf(w, "%s: %s\n", after.Repository, d)
	}
	tasks, err := data.Tasks(fsys, after.Repository)
	if err != nil {
		return err
	}
	for _, t := range mine.Touched(tasks, before, differences) {
		fmt.Fprintf(w, "%s: touches task %s, %d samples\n", after.Repository, t.ID, t.Quota)
	}
	return nil
}

func equalLocks(a, b *data.Lock) (bool, error) {
	x, err := a.Encode()
	if err != nil {
		return false, err
	}
	y, err := b.Encode()
	return bytes.Equal(x, y), err
}
