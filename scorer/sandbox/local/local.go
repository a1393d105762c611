package local

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"podium/scorer/sandbox"
	"podium/scorer/sandbox/cgroup"
	"podium/scorer/sandbox/scratch"
)

// Options of the engine.
type Options struct {
	// Init is the static scorer; empty: this program.
	Init string
	// Scratch is the folder for writable tops; empty: scratch.Default.
	Scratch string
	// AllowWeak goes on without the limits that can't be had here.
	AllowWeak bool
}

// Sandbox is the local engine.
type Sandbox struct {
	init    string
	bwrap   string
	engine  sandbox.Engine
	scratch *scratch.Scratch
	groups  *cgroup.Host // nil: no control groups here
	prefix  string       // of our groups' names: the scratch base, then the run
	jobs    atomic.Int64
}

var _ sandbox.Sandbox = (*Sandbox)(nil)

// New finds bubblewrap, looks which limits hold here and removes what dead runs
// left. Without root it is a *sandbox.WeakError, whatever the options say: nothing
// of a sandbox could be mounted.
func New(ctx context.Context, o Options) (*Sandbox, error) {
	init, err := sandbox.Init(o.Init)
	if err != nil {
		return nil, err
	}
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		return nil, errors.New("local sandbox: bubblewrap (bwrap) is not installed; run scripts/setup")
	}
	version, err := exec.CommandContext(ctx, bwrap, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("local sandbox: bwrap --version: %w", err)
	}
	if os.Geteuid() != 0 {
		return nil, &sandbox.WeakError{
			Engine: "local", Limits: []string{sandbox.LimitSources, sandbox.LimitDisk, sandbox.LimitMemory, sandbox.LimitProcesses, sandbox.LimitCPUs},
			Help: "mounts and control groups need root: run as root; --static-only executes nothing", Final: true,
		}
	}
	s := &Sandbox{init: init, bwrap: bwrap}
	if s.scratch, err = scratch.Open(o.Scratch); err != nil {
		return nil, fmt.Errorf("local sandbox: %w", err)
	}
	if err := s.prepare(ctx, o, strings.TrimSpace(string(version))); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Sandbox) prepare(ctx context.Context, o Options, version string) error {
	if err := writeEtc(s.scratch.Dir()); err != nil {
		return err
	}
	if err := scratch.CanMount(s.scratch); err != nil {
		return &sandbox.WeakError{Engine: "local", Limits: []string{sandbox.LimitSources, sandbox.LimitDisk, sandbox.LimitTmp}, Help: err.Error(), Final: true}
	}
	held, why := s.probe()
	s.engine = sandbox.Engine{Name: "local", Version: strings.TrimPrefix(version, "bubblewrap "), Enforced: held, Details: why}
	var weak []string
	for _, name := range slices.Sorted(maps.Keys(held)) {
		if !held[name] {
			weak = append(weak, name)
		}
	}
	if len(weak) > 0 && !o.AllowWeak {
		return &sandbox.WeakError{Engine: "local", Limits: weak, Help: why["control_groups"]}
	}
	if err := s.try(ctx); err != nil {
		return fmt.Errorf("local sandbox: bwrap does not work here: %w", err)
	}
	return nil
}

// probe tells which limits hold here, and makes the control groups ready. Those
// that bubblewrap, pid 1 and mounts give hold or nothing runs.
func (s *Sandbox) probe() (held map[string]bool, details map[string]string) {
	held = map[string]bool{
		sandbox.LimitNetwork: true, sandbox.LimitPrivileges: true, sandbox.LimitSyscalls: true,
		sandbox.LimitRoot: true, sandbox.LimitSources: true,
		sandbox.LimitTime: true, sandbox.LimitOutput: true, sandbox.LimitOpenFiles: true,
		sandbox.LimitFileSize: true, sandbox.LimitCore: true, sandbox.LimitNoLeftovers: true,
		sandbox.LimitDisk: true, sandbox.LimitTmp: true, sandbox.LimitShm: true,
	}
	swap, err := s.probeGroups()
	held[sandbox.LimitMemory], held[sandbox.LimitCPUs] = err == nil, err == nil
	held[sandbox.LimitProcesses] = err == nil
	held[sandbox.LimitSwap] = err == nil && swap
	if err != nil {
		return held, map[string]string{"control_groups": err.Error()}
	}
	return held, map[string]string{"control_groups": "version " + strconv.Itoa(s.groups.Version)}
}

func (s *Sandbox) probeGroups() (swap bool, err error) {
	groups, err := cgroup.Find()
	if err != nil {
		return false, err
	}
	// A run's name means something within its base alone.
	base := fmt.Sprintf("%x-", sha256.Sum256([]byte(s.scratch.Base())))[56:]
	s.prefix = base + s.scratch.Run + "-"
	if err := s.sweep(groups, base); err != nil {
		return false, err
	}
	g, err := groups.New(s.prefix+"probe", cgroup.Limits{Memory: 64 << 20, Processes: 16, CPUs: 1})
	if err != nil {
		return false, err
	}
	s.groups = groups
	return g.Swap, g.Remove()
}

// sweep removes the control groups of dead runs below the same scratch base.
func (s *Sandbox) sweep(groups *cgroup.Host, base string) error {
	names, err := groups.List()
	if err != nil {
		return err
	}
	for _, name := range names {
		rest, ours := strings.CutPrefix(name, base)
		run, _, ok := strings.Cut(rest, "-")
		if !ours || !ok || run == s.scratch.Run || s.scratch.Alive(run) {
			continue
		}
		if err := groups.Open(name).Remove(); err != nil {
			return err
		}
	}
	return nil
}

// try starts the smallest sandbox once, so that a host that forbids namespaces is
// told at the start and not for every attempt.
func (s *Sandbox) try(ctx context.Context) error {
	args, err := rootArgs("")
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, s.bwrap, slices.Concat(isolation, args, []string{"--", "/bin/true"})...)
	cmd.Env = []string{}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

// Engine describes the engine.
func (s *Sandbox) Engine() sandbox.Engine { return s.engine }

// Check looks whether the environments' root filesystem folders are there. An
// environment without one runs in the least of the host's /usr: it has no layers.
func (s *Sandbox) Check(_ context.Context, envs []sandbox.Environment) ([]sandbox.Image, error) {
	var images []sandbox.Image
	var missing sandbox.MissingError
	for _, env := range envs {
		images = append(images, sandbox.Image{Environment: env.Name, Reference: env.Image})
		if env.Image == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(env.Image, "usr")); err != nil {
			missing.Images = append(missing.Images, sandbox.Missing{
				Environment: env.Name, Reference: env.Image,
				Help: "a root filesystem folder with a usr in it, as mmdebstrap makes",
			})
		}
	}
	if len(missing.Images) > 0 {
		return nil, &missing
	}
	return images, nil
}

// Close removes the run's folder.
func (s *Sandbox) Close() error { return s.scratch.Close() }
