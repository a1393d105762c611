package sandboxtest

import (
	"context"
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// Benchmark measures attempts a second, one at a time and several beside each
// other, of the smallest attempts in both modes.
func Benchmark(b *testing.B, s Subject) {
	tree := Tree(b)
	for _, mode := range []struct{ name, mode, text string }{
		{"true", schemas.ModeBash, "true"},
		{"python", schemas.ModePython, "pass"},
	} {
		for _, workers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s/workers=%d", mode.name, workers), func(b *testing.B) {
				job := sandbox.Job{Name: "bench", Environment: s.Environment, Tree: tree, Mode: mode.mode, Text: mode.text}
				if err := repeat(b.Context(), s.Sandbox, job, b.N, workers); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "attempts/s")
			})
		}
	}
}

// repeat runs the job n times, each of which must exit with 0.
func repeat(ctx context.Context, s sandbox.Sandbox, job sandbox.Job, n, workers int) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for range n {
		group.Go(func() error {
			f, err := s.Run(ctx, job)
			if err != nil {
				return err
			}
			return exited(0)(f)
		})
	}
	return group.Wait()
}
