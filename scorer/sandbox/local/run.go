package local

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/cgroup"
	"podium/scorer/sandbox/internal/engine"
	"podium/scorer/sandbox/pid1"
	"podium/scorer/sandbox/scratch"
)

// join makes a shell join control groups and become bwrap: so nothing of the
// sandbox ever runs outside them.
const join = `while [ "$1" != -- ]; do echo 0 >"$1" || exit 1; shift; done; shift; exec "$@"`

// Run executes the job. See sandbox.Sandbox.
func (s *Sandbox) Run(ctx context.Context, job sandbox.Job) (f schemas.Facts, err error) {
	if err := job.Validate(); err != nil {
		return f, engine.Lost(err)
	}
	if len(job.GPUs) > 0 {
		return f, &schemas.Trouble{Kind: schemas.GPUUnavailable, Message: "the local sandbox has no GPU; use --sandbox docker"}
	}
	l := job.Limits.WithDefaults()
	work, err := s.scratch.NewJob(job.Tree, scratch.Bounds{Disk: l.Disk, Inodes: l.Inodes, Tmp: l.Tmp})
	if err != nil {
		return f, engine.Lost(err)
	}
	defer func() { err = engine.Tidy(err, work.Close()) }()
	group, err := s.newGroup(l)
	if err != nil {
		return f, engine.Lost(err)
	}
	if group != nil {
		defer func() { err = engine.Tidy(err, group.Remove()) }()
	}
	args, err := s.args(job, l, work)
	if err != nil {
		return f, engine.Lost(err)
	}
	spec := job.Spec()
	spec.Drop = true
	if group == nil {
		spec.Processes = l.Processes
	}
	return s.start(ctx, spec, group, args)
}

func (s *Sandbox) newGroup(l sandbox.Limits) (*cgroup.Group, error) {
	if s.groups == nil {
		return nil, nil
	}
	name := s.prefix + strconv.FormatInt(s.jobs.Add(1), 10)
	return s.groups.New(name, cgroup.Limits{Memory: l.Memory, Processes: l.Processes + pid1.Threads, CPUs: l.CPUs})
}

// start runs bwrap to its end and reads pid 1's result.
func (s *Sandbox) start(ctx context.Context, spec pid1.Spec, group *cgroup.Group, args []string) (schemas.Facts, error) {
	// bwrap dies with the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	late, cancel := context.WithTimeout(ctx, spec.Time+sandbox.Grace)
	defer cancel()
	command := append([]string{s.bwrap}, args...)
	if group != nil {
		command = slices.Concat([]string{"/bin/sh", "-c", join, "sh"}, group.Procs(), []string{"--"}, command)
	}
	cmd := exec.CommandContext(late, command[0], command[1:]...)
	cmd.Env = []string{}
	out, said := &engine.Buffer{Limit: pid1.ResultLimit + 1}, &engine.Buffer{Limit: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, said
	// Once bwrap is gone nothing holds the pipes, or only for a moment.
	cmd.WaitDelay = 5 * time.Second
	lifeline, err := cmd.StdinPipe()
	if err != nil {
		return schemas.Facts{}, engine.Lost(err)
	}
	started := time.Now()
	if err := cmd.Start(); err != nil {
		return schemas.Facts{}, engine.Lost(err)
	}
	// A failure shows as a missing result.
	_ = pid1.WriteSpec(lifeline, spec)
	waited := cmd.Wait() // closes the lifeline
	elapsed := time.Since(started)

	var seen cgroup.Counters
	if group != nil {
		seen = group.Counters()
	}
	if ctx.Err() != nil {
		return schemas.Facts{}, ctx.Err()
	}
	result, err := pid1.ParseResult(out.Bytes())
	switch {
	case err == nil && result.Trouble != "":
		return schemas.Facts{}, engine.Lost(errors.New(result.Trouble))
	case err == nil:
		return result.Judge(seen), nil
	case !pid1.Started(said.Bytes()) && seen.OOMKills == 0:
		return schemas.Facts{}, engine.Lost(fmt.Errorf("the sandbox ended before the attempt started (%s): %s", fmt.Sprint(waited), said.Bytes()))
	case late.Err() != nil:
		return pid1.Overdue(elapsed, seen), nil
	}
	return pid1.Lost(elapsed, seen), nil
}
