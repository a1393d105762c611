package docker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"

	"github.com/moby/moby/api/types/system"
	"github.com/moby/moby/client"

	"podium/scorer/sandbox"
	"podium/scorer/sandbox/scratch"
)

// Labels of our containers.
const (
	RunLabel     = "podium.sandbox" // the run's name
	ScratchLabel = "podium.scratch" // host and base folder in which that name means something
	JobLabel     = "podium.job"     // sandbox.Job.Name
)

// Options of the engine. Where it is comes from the environment, as for the
// docker command: DOCKER_HOST and its kin.
type Options struct {
	// Init is the static scorer; empty: this program.
	Init string
	// Scratch is the folder for writable tops; empty: scratch.Default. The
	// engine must see it under the same name.
	Scratch string
	// AllowWeak goes on without the limits that can't be had here.
	AllowWeak bool
}

// Sandbox is the docker engine.
type Sandbox struct {
	init    string
	api     client.APIClient
	engine  sandbox.Engine
	scratch *scratch.Scratch
	where   string // value of ScratchLabel

	mu     sync.Mutex
	images map[string]string // reference -> id, as Check found it
}

var _ sandbox.Sandbox = (*Sandbox)(nil)

// New connects to the engine, looks which limits hold there and removes the
// containers that dead runs left. Without root it is a *sandbox.WeakError: the
// tops could not be mounted.
func New(ctx context.Context, o Options) (*Sandbox, error) {
	init, err := sandbox.Init(o.Init)
	if err != nil {
		return nil, err
	}
	api, err := client.New(client.FromEnv)
	if err != nil {
		return nil, fmt.Errorf("docker sandbox: %w", err)
	}
	s := &Sandbox{init: init, api: api, images: make(map[string]string)}
	if err := s.open(ctx, o); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Sandbox) open(ctx context.Context, o Options) error {
	found, err := s.api.Info(ctx, client.InfoOptions{})
	if err != nil {
		return fmt.Errorf("docker sandbox: no engine answers (start dockerd, or set DOCKER_HOST; scripts/setup does): %w", err)
	}
	if os.Geteuid() != 0 {
		return &sandbox.WeakError{
			Engine: "docker", Limits: []string{sandbox.LimitSources, sandbox.LimitDisk},
			Help: "the writable tops are mounted by root: run as root; --static-only executes nothing", Final: true,
		}
	}
	if s.scratch, err = scratch.Open(o.Scratch); err != nil {
		return fmt.Errorf("docker sandbox: %w", err)
	}
	host, err := os.Hostname()
	if err != nil {
		return fmt.Errorf("docker sandbox: %w", err)
	}
	s.where = host + ":" + s.scratch.Base()
	if err := scratch.CanMount(s.scratch); err != nil {
		return &sandbox.WeakError{Engine: "docker", Limits: []string{sandbox.LimitSources, sandbox.LimitDisk}, Help: err.Error(), Final: true}
	}
	s.engine = describe(found.Info)
	if weak := notHeld(s.engine.Enforced); len(weak) > 0 && !o.AllowWeak {
		return &sandbox.WeakError{Engine: "docker", Limits: weak, Help: "the engine's own information says so: docker info"}
	}
	return s.sweep(ctx)
}

// describe reads from the engine's information which limits hold.
func describe(i system.Info) sandbox.Engine {
	held := map[string]bool{
		sandbox.LimitNetwork: true, sandbox.LimitPrivileges: true, sandbox.LimitSyscalls: true,
		sandbox.LimitRoot: true, sandbox.LimitSources: true,
		sandbox.LimitTime: true, sandbox.LimitOutput: true, sandbox.LimitOpenFiles: true,
		sandbox.LimitFileSize: true, sandbox.LimitCore: true, sandbox.LimitNoLeftovers: true,
		sandbox.LimitDisk: true, sandbox.LimitTmp: true, sandbox.LimitShm: true,
		sandbox.LimitMemory: i.MemoryLimit, sandbox.LimitSwap: i.SwapLimit,
		sandbox.LimitProcesses: i.PidsLimit, sandbox.LimitCPUs: i.CPUCfsQuota,
	}
	return sandbox.Engine{
		Name: "docker", Version: i.ServerVersion, Enforced: held,
		Details: map[string]string{
			"storage_driver": i.Driver, "cgroup_version": i.CgroupVersion, "runtime": i.DefaultRuntime,
			"kernel": i.KernelVersion, "os": i.OperatingSystem,
		},
	}
}

func notHeld(held map[string]bool) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(held)) {
		if !held[name] {
			names = append(names, name)
		}
	}
	return names
}

// sweep removes the containers of dead runs on this host.
func (s *Sandbox) sweep(ctx context.Context) error {
	list, err := s.api.ContainerList(ctx, client.ContainerListOptions{
		All: true, Filters: make(client.Filters).Add("label", ScratchLabel+"="+s.where),
	})
	if err != nil {
		return fmt.Errorf("docker sandbox: look for leftovers: %w", err)
	}
	for _, c := range list.Items {
		run, ok := c.Labels[RunLabel]
		if !ok || run == s.scratch.Run || s.scratch.Alive(run) {
			continue
		}
		if err := s.remove(ctx, c.ID); err != nil {
			return fmt.Errorf("docker sandbox: remove leftover of dead run %s: %w", run, err)
		}
	}
	return nil
}

// Engine describes the engine.
func (s *Sandbox) Engine() sandbox.Engine { return s.engine }

// Close ends the connection and removes the run's folder.
func (s *Sandbox) Close() error {
	err := s.api.Close()
	if s.scratch != nil {
		err = errors.Join(err, s.scratch.Close())
	}
	return err
}
