package docker

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"

	"podium/schemas"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/cgroup"
	"podium/scorer/sandbox/internal/engine"
	"podium/scorer/sandbox/pid1"
	"podium/scorer/sandbox/scratch"
)

const (
	// killTime is how long a killed container may take to end.
	killTime = 20 * time.Second
	// removeTime bounds the removal of a container, which goes on when the run
	// is interrupted.
	removeTime = 60 * time.Second
	// drainTime is how long output may lag behind a container's end.
	drainTime = 5 * time.Second
	// engineTime is how long all the engine's own work for one job may take.
	engineTime = 3 * time.Minute
)

// Run executes the job. See sandbox.Sandbox.
func (s *Sandbox) Run(ctx context.Context, job sandbox.Job) (f schemas.Facts, err error) {
	if err := job.Validate(); err != nil {
		return f, engine.Lost(err)
	}
	l := job.Limits.WithDefaults()
	work, err := s.scratch.NewJob(job.Tree, scratch.Bounds{Disk: l.Disk, Inodes: l.Inodes})
	if err != nil {
		return f, engine.Lost(err)
	}
	defer func() { err = engine.Tidy(err, work.Close()) }()

	ctx, cancel := context.WithTimeoutCause(ctx, l.Time+sandbox.Grace+killTime+engineTime, errSilent)
	defer cancel()
	created, err := s.api.ContainerCreate(ctx, s.config(job, l, work))
	if err != nil {
		return f, trouble(ctx, "create container", err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTime)
		defer cancel()
		err = engine.Tidy(err, s.remove(ctx, created.ID))
	}()
	return s.execute(ctx, created.ID, job.Spec())
}

// execute starts a created container and sees it to its end.
func (s *Sandbox) execute(ctx context.Context, id string, spec pid1.Spec) (schemas.Facts, error) {
	attached, err := s.api.ContainerAttach(ctx, id, client.ContainerAttachOptions{Stream: true, Stdin: true, Stdout: true, Stderr: true})
	if err != nil {
		return schemas.Facts{}, trouble(ctx, "attach to container", err)
	}
	defer attached.Close()
	wait := s.api.ContainerWait(ctx, id, client.ContainerWaitOptions{Condition: container.WaitConditionNextExit})
	if _, err := s.api.ContainerStart(ctx, id, client.ContainerStartOptions{}); err != nil {
		return schemas.Facts{}, trouble(ctx, "start container", err)
	}
	started := time.Now()

	out, said := &engine.Buffer{Limit: pid1.ResultLimit + 1}, &engine.Buffer{Limit: 4 << 10}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = stdcopy.StdCopy(out, said, attached.Reader) // a broken stream shows as a missing result
	}()
	// A container that never reads, or is gone, must not hold the write: the
	// deferred Close ends it.
	go func() { _ = pid1.WriteSpec(attached.Conn, spec) }()

	status, overdue, err := s.await(ctx, id, wait, spec.Time+sandbox.Grace)
	if err != nil {
		return schemas.Facts{}, err
	}
	elapsed := time.Since(started)
	select {
	case <-drained:
	case <-time.After(drainTime):
		attached.Close()
		<-drained
	}
	result, err := pid1.ParseResult(out.Bytes())
	switch {
	case err == nil && result.Trouble != "":
		return schemas.Facts{}, engine.Lost(errors.New(result.Trouble))
	case err == nil && (result.Cgroup != nil || result.Facts.End == schemas.EndExited && result.Facts.Code == 0):
		return result.Judge(cgroup.Counters{}), nil
	case err != nil && status == 0:
		return schemas.Facts{}, engine.Lost(fmt.Errorf("the result got lost: %w", err))
	}
	seen, inspectErr := s.outside(ctx, id)
	switch {
	case inspectErr != nil:
		return schemas.Facts{}, inspectErr
	case err == nil:
		return result.Judge(seen), nil
	case !pid1.Started(said.Bytes()) && seen.OOMKills == 0:
		return schemas.Facts{}, engine.Lost(fmt.Errorf("init ended with status %d before the attempt started: %s", status, said.Bytes()))
	case overdue:
		return pid1.Overdue(elapsed, seen), nil
	}
	return pid1.Lost(elapsed, seen), nil
}

// await waits for the container's end and kills it when it is overdue.
func (s *Sandbox) await(ctx context.Context, id string, wait client.ContainerWaitResult, limit time.Duration) (status int64, overdue bool, err error) {
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		select {
		case r := <-wait.Result:
			if r.Error != nil && r.Error.Message != "" {
				return 0, overdue, engine.Lost(fmt.Errorf("wait for container: %s", r.Error.Message))
			}
			return r.StatusCode, overdue, nil
		case err := <-wait.Error:
			return 0, overdue, trouble(ctx, "wait for container", err)
		case <-late.C:
			if overdue {
				return 0, true, engine.Lost(fmt.Errorf("the container did not end within %v of its kill", killTime))
			}
			overdue = true
			if _, err := s.api.ContainerKill(ctx, id, client.ContainerKillOptions{Signal: "KILL"}); err != nil {
				return 0, true, trouble(ctx, "kill container", err)
			}
			late.Reset(killTime)
		}
	}
}

// outside reads what the engine knows of memory. It notes it a moment late, and
// tells a kill even of a child.
func (s *Sandbox) outside(ctx context.Context, id string) (cgroup.Counters, error) {
	const tries, pause = 6, 50 * time.Millisecond
	for range tries {
		found, err := s.api.ContainerInspect(ctx, id, client.ContainerInspectOptions{})
		if err != nil {
			return cgroup.Counters{}, trouble(ctx, "inspect container", err)
		}
		if state := found.Container.State; state != nil && state.OOMKilled {
			return cgroup.Counters{OOMKills: 1}, nil
		}
		time.Sleep(pause)
	}
	return cgroup.Counters{}, nil
}
