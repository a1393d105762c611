package cgroup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// period of the CPU quota in microseconds.
const period = 100_000

// Limits of a group.
type Limits struct {
	Memory    int64 // bytes, swap included
	Processes int64
	CPUs      float64
}

// Group is one group, in every hierarchy that it needs.
type Group struct {
	host *Host
	dirs []string
	// Swap tells whether swap is bounded: by the limit, or because there is none.
	Swap bool
}

// New makes the group called name with its limits.
func (h *Host) New(name string, l Limits) (*Group, error) {
	g := &Group{host: h, dirs: h.groups(name)}
	for _, dir := range g.dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, errors.Join(fmt.Errorf("make control group: %w", err), g.Remove())
		}
	}
	if err := g.limit(h.dir("memory", name), h.dir("pids", name), h.dir("cpu", name), l); err != nil {
		return nil, errors.Join(fmt.Errorf("limit control group: %w", err), g.Remove())
	}
	return g, nil
}

// Open returns a group that is there.
func (h *Host) Open(name string) *Group { return &Group{host: h, dirs: h.groups(name)} }

func (h *Host) dir(controller, name string) string {
	return filepath.Join(h.mounts[controller], parent, name)
}

func (g *Group) limit(memory, pids, cpu string, l Limits) error {
	var (
		bytes = strconv.FormatInt(l.Memory, 10)
		tasks = strconv.FormatInt(l.Processes, 10)
		quota = strconv.FormatInt(int64(l.CPUs*period), 10)
	)
	if g.host.Version == 2 {
		swap := write(memory, "memory.swap.max", "0")
		g.Swap = swap == nil || noSwap()
		return errors.Join(
			write(memory, "memory.max", bytes),
			write(pids, "pids.max", tasks),
			write(cpu, "cpu.max", quota+" "+strconv.Itoa(period)))
	}
	err := errors.Join(
		write(memory, "memory.limit_in_bytes", bytes),
		write(pids, "pids.max", tasks),
		write(cpu, "cpu.cfs_period_us", strconv.Itoa(period)),
		write(cpu, "cpu.cfs_quota_us", quota))
	swap := write(memory, "memory.memsw.limit_in_bytes", bytes) // after the other: never below it
	g.Swap = swap == nil || noSwap()
	return err
}

// noSwap tells whether the machine has none.
func noSwap() bool {
	var info unix.Sysinfo_t
	return unix.Sysinfo(&info) == nil && info.Totalswap == 0
}

// Procs are the files to which a process writes its id, or 0, to join.
func (g *Group) Procs() []string {
	var files []string
	for _, dir := range g.dirs {
		files = append(files, filepath.Join(dir, "cgroup.procs"))
	}
	return files
}

// Counters reads what was counted.
func (g *Group) Counters() Counters {
	if g.host.Version == 2 {
		c, _ := readV2(g.dirs[0])
		return c
	}
	c, _ := readV1(g.dirs[0], g.dirs[1]) // in the order of controllers
	return c
}

// Remove kills what is left in the group and takes it away.
func (g *Group) Remove() error {
	var errs []error
	for _, dir := range g.dirs {
		errs = append(errs, removeGroup(dir))
	}
	return errors.Join(errs...)
}

func removeGroup(dir string) error {
	// A group stays busy for a moment after its last process is gone.
	const tries = 200
	var err error
	for range tries {
		err = os.Remove(dir)
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		killMembers(dir)
		time.Sleep(5 * time.Millisecond)
	}
	return fmt.Errorf("remove control group: %w", err)
}

func killMembers(dir string) {
	b, _ := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	for f := range bytes.FieldsSeq(b) {
		if pid, err := strconv.Atoi(string(f)); err == nil && pid > 1 && pid != os.Getpid() {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}
