package docker

import (
	"context"
	"fmt"
	"testing"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
	"golang.org/x/sync/errgroup"

	"podium/scorer/sandbox"
	"podium/scorer/sandbox/sandboxtest"
	"podium/scorer/sandbox/scratch"
)

func BenchmarkAttempts(b *testing.B) {
	s := open(b, Options{Init: sandboxtest.Init(b), Scratch: b.TempDir()})
	sandboxtest.Benchmark(b, sandboxtest.Subject{Sandbox: s, Environment: small(b, s)})
}

// BenchmarkBare is the least that the same API with the same knobs takes for the
// same programs, without init, result or a top for each: what BenchmarkAttempts
// is to be held against, in one run.
func BenchmarkBare(b *testing.B) {
	s := open(b, Options{Init: sandboxtest.Init(b), Scratch: b.TempDir()})
	job := sandbox.Job{Name: "bare", Environment: small(b, s), Tree: sandboxtest.Tree(b)}
	l := sandbox.DefaultLimits
	work, err := s.scratch.NewJob(job.Tree, scratch.Bounds{Disk: l.Disk, Inodes: l.Inodes})
	if err != nil {
		b.Fatal(err)
	}
	defer work.Close()
	for _, program := range []struct {
		name string
		argv []string
	}{{"true", []string{"bash", "-c", "true"}}, {"python", []string{"python3", "-c", "pass"}}} {
		for _, workers := range []int{1, 2, 4} {
			b.Run(fmt.Sprintf("%s/workers=%d", program.name, workers), func(b *testing.B) {
				group, ctx := errgroup.WithContext(b.Context())
				group.SetLimit(workers)
				for range b.N {
					group.Go(func() error {
						o := s.config(job, l, work)
						o.Config.Entrypoint, o.Config.Cmd = program.argv, nil
						return s.bare(ctx, o)
					})
				}
				if err := group.Wait(); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "attempts/s")
			})
		}
	}
}

// bare creates, attaches to, starts, waits for and removes a container.
func (s *Sandbox) bare(ctx context.Context, o client.ContainerCreateOptions) error {
	created, err := s.api.ContainerCreate(ctx, o)
	if err != nil {
		return err
	}
	attached, err := s.api.ContainerAttach(ctx, created.ID, client.ContainerAttachOptions{Stream: true, Stdin: true, Stdout: true, Stderr: true})
	if err != nil {
		return err
	}
	defer attached.Close()
	wait := s.api.ContainerWait(ctx, created.ID, client.ContainerWaitOptions{Condition: container.WaitConditionNextExit})
	if _, err := s.api.ContainerStart(ctx, created.ID, client.ContainerStartOptions{}); err != nil {
		return err
	}
	select {
	case r := <-wait.Result:
		if r.StatusCode != 0 {
			return fmt.Errorf("status %d", r.StatusCode)
		}
	case err := <-wait.Error:
		return err
	}
	return s.remove(ctx, created.ID)
}
