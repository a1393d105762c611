package cmd

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"podium/data"
	"podium/internal/program"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/docker"
	"podium/scorer/sandbox/local"
)

// How often and how soon a job is tried again that infrastructure failed.
const (
	tries      = 3
	firstRetry = time.Second
)

// engineOptions choose the sandbox.
type engineOptions struct {
	name, rootfs string
	allowWeak    bool
}

func (o *engineOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.name, "sandbox", "docker", "engine: docker or local (bubblewrap)")
	f.StringVar(&o.rootfs, "rootfs", "", "local: root filesystem folder; without it the least of the host's /usr")
	f.BoolVar(&o.allowWeak, "allow-weak", false, "go on where the engine cannot enforce every limit")
}

// open opens the engine; jobs that infrastructure fails are tried again.
func (o *engineOptions) open(ctx context.Context) (sandbox.Sandbox, error) {
	s, err := o.engine(ctx)
	if err != nil {
		return nil, err
	}
	return sandbox.Retry(s, tries, sandbox.Doubling(firstRetry)), nil
}

func (o *engineOptions) engine(ctx context.Context) (sandbox.Sandbox, error) {
	switch o.name {
	case "docker":
		return docker.New(ctx, docker.Options{AllowWeak: o.allowWeak})
	case "local":
		return local.New(ctx, local.Options{AllowWeak: o.allowWeak})
	}
	return nil, program.Usagef("--sandbox %s: want docker or local", o.name)
}

// environments gives the engine's form of the catalogue's environments: local has
// no use for image references.
func (o *engineOptions) environments(catalogue map[string]data.Environment) map[string]sandbox.Environment {
	envs := make(map[string]sandbox.Environment, len(catalogue))
	for name, e := range catalogue {
		env := sandbox.Environment{Name: name, Image: e.Image}
		if o.name == "local" {
			env.Image = o.rootfs
		}
		for _, key := range slices.Sorted(maps.Keys(e.Env)) {
			env.Env = append(env.Env, key+"="+e.Env[key])
		}
		envs[name] = env
	}
	return envs
}
