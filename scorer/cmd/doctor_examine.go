package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"podium/data"
	"podium/schemas"
	"podium/scorer/run"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/docker"
	"podium/scorer/sandbox/local"
	"podium/scorer/sandbox/scratch"
)

// health is what scorer doctor --json prints.
type health struct {
	SchemaVersion int            `json:"schema_version"`
	Engines       []engineHealth `json:"engines"`
	Images        []imageHealth  `json:"images"`
	GPUs          []run.GPU      `json:"gpus"`
	GPUProblem    string         `json:"gpu_problem,omitempty"` // with what to do
	Disks         []diskHealth   `json:"disks"`
}

type engineHealth struct {
	sandbox.Engine
	Works   bool   `json:"works"`             // a sandbox was started and did as told
	Problem string `json:"problem,omitempty"` // with what to do
}

type imageHealth struct {
	Environment string `json:"environment"`
	Reference   string `json:"reference"`
	State       string `json:"state"` // present, stale, missing, unknown
	Help        string `json:"help,omitempty"`
}

type diskHealth struct {
	For  string `json:"for"`
	Path string `json:"path"`
	Free uint64 `json:"free"` // bytes
}

// examine looks at everything; what is wrong is part of the answer.
func examine(ctx context.Context, init string, catalogue map[string]data.Environment) health {
	h := health{SchemaVersion: 1, GPUs: []run.GPU{}}
	var envs []data.Environment
	for _, name := range slices.Sorted(maps.Keys(catalogue)) {
		envs = append(envs, catalogue[name])
	}
	var present *sandbox.Environment
	h.Images, present = examineImages(ctx, envs)

	d, err := docker.New(ctx, docker.Options{Init: init, AllowWeak: true})
	h.Engines = append(h.Engines, examineEngine(ctx, "docker", d, err, present))
	l, err := local.New(ctx, local.Options{Init: init, AllowWeak: true})
	h.Engines = append(h.Engines, examineEngine(ctx, "local", l, err, &sandbox.Environment{Name: "host"}))

	h.GPUs, h.GPUProblem = examineGPUs(ctx)
	h.Disks = examineDisks()
	return h
}

func examineImages(ctx context.Context, envs []data.Environment) (images []imageHealth, present *sandbox.Environment) {
	states, err := docker.States(ctx, envs)
	for i, env := range envs {
		image := imageHealth{Environment: env.Name, Reference: env.Image, State: "unknown"}
		if err == nil {
			image.State = string(states[i])
			if states[i] != docker.Present {
				image.Help = docker.BuildCommand(env.Name)
			}
			if states[i] != docker.Missing && present == nil {
				present = &sandbox.Environment{Name: env.Name, Image: env.Image}
			}
		}
		images = append(images, image)
	}
	return images, present
}

// examineEngine starts one sandbox in an opened engine, and closes it.
func examineEngine(ctx context.Context, name string, s sandbox.Sandbox, opened error, env *sandbox.Environment) engineHealth {
	e := engineHealth{Engine: sandbox.Engine{Name: name}}
	if opened != nil {
		e.Problem = opened.Error()
		return e
	}
	e.Engine = s.Engine()
	err := errors.New("nothing was tried: no image is there; " + docker.BuildCommand("py"))
	if env != nil {
		err = try(ctx, s, *env)
	}
	if err = errors.Join(err, s.Close()); err != nil {
		e.Problem = err.Error()
	}
	e.Works = err == nil
	return e
}

// try executes the smallest attempt that tells success from failure.
func try(ctx context.Context, s sandbox.Sandbox, env sandbox.Environment) error {
	tree, err := os.MkdirTemp("", "podium-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tree)
	if err := os.Chmod(tree, os.ModeSticky|0o777); err != nil {
		return err
	}
	const status = 42
	f, err := s.Run(ctx, sandbox.Job{
		Name: "doctor", Environment: env, Tree: tree, Mode: schemas.ModePython,
		Text: fmt.Sprintf("raise SystemExit(%d)", status), Limits: sandbox.Limits{Time: 30 * time.Second},
	})
	if err == nil && (f.End != schemas.EndExited || f.Code != status) {
		err = fmt.Errorf("a program that exits with %d was seen to end by %s %d: %q", status, f.End, f.Code, f.Stderr.Head)
	}
	return err
}

func examineGPUs(ctx context.Context) ([]run.GPU, string) {
	gpus, err := run.ListGPUs(ctx)
	switch {
	case err != nil:
		return []run.GPU{}, err.Error()
	case len(gpus) == 0:
		return []run.GPU{}, "none; attempts run on the CPU (--gpus none)"
	}
	return gpus, ""
}

func examineDisks() []diskHealth {
	var disks []diskHealth
	for _, d := range []diskHealth{{For: "scratch", Path: scratch.Default()}, {For: "images", Path: "/var/lib/docker"}} {
		var st unix.Statfs_t
		if unix.Statfs(d.Path, &st) == nil {
			d.Free = st.Bavail * uint64(st.Bsize)
			disks = append(disks, d)
		}
	}
	return disks
}
