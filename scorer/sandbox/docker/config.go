package docker

import (
	"fmt"
	"syscall"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/client"

	"podium/scorer/sandbox"
	"podium/scorer/sandbox/pid1"
	"podium/scorer/sandbox/scratch"
)

// user is the container's user and group.
var user = fmt.Sprintf("%d:%d", pid1.User, pid1.User)

// config is everything that is asked of the engine for one job.
func (s *Sandbox) config(job sandbox.Job, l sandbox.Limits, work *scratch.Job) client.ContainerCreateOptions {
	processes := l.Processes + pid1.Threads
	return client.ContainerCreateOptions{
		Config: &container.Config{
			Image:      s.pinned(job.Environment.Image),
			Entrypoint: []string{pid1.InitPath}, Cmd: []string{pid1.Verb},
			User: user, WorkingDir: "/", Hostname: "podium", NetworkDisabled: true,
			OpenStdin: true, StdinOnce: true, AttachStdin: true, AttachStdout: true, AttachStderr: true,
			// Nothing but the attempt runs in it, whatever the image says.
			Healthcheck: &container.HealthConfig{Test: []string{"NONE"}},
			Labels:      map[string]string{RunLabel: s.scratch.Run, ScratchLabel: s.where, JobLabel: job.Name},
		},
		HostConfig: &container.HostConfig{
			NetworkMode: "none", IpcMode: "private", ReadonlyRootfs: true,
			CapDrop: []string{"ALL"}, SecurityOpt: []string{"no-new-privileges"},
			// Nothing shall fill the host's disk with what an attempt prints.
			LogConfig: container.LogConfig{Type: "none"},
			ShmSize:   l.Shm,
			Tmpfs: map[string]string{
				pid1.TmpPath: fmt.Sprintf("rw,exec,nosuid,nodev,mode=1777,size=%d,nr_inodes=%d", l.Tmp, l.Inodes),
			},
			Mounts: []mount.Mount{
				{Type: mount.TypeBind, Source: s.init, Target: pid1.InitPath, ReadOnly: true},
				{Type: mount.TypeBind, Source: work.Tree, Target: pid1.TreePath},
			},
			Resources: container.Resources{
				Memory: l.Memory, MemorySwap: l.Memory, // the latter counts both: no swap
				NanoCPUs: int64(l.CPUs * 1e9), PidsLimit: &processes,
				Ulimits:        ulimits(l),
				DeviceRequests: devices(job.GPUs),
			},
		},
	}
}

// ulimits stays within this process's own hard limits: an engine without
// CAP_SYS_RESOURCE refuses higher ones, and pid 1 sets them again.
func ulimits(l sandbox.Limits) []*container.Ulimit {
	var all []*container.Ulimit
	for _, u := range []struct {
		name  string
		which int
		value int64
	}{
		{"core", syscall.RLIMIT_CORE, 0},
		{"nofile", syscall.RLIMIT_NOFILE, l.OpenFiles},
		{"fsize", syscall.RLIMIT_FSIZE, l.FileSize},
	} {
		v := u.value
		var now syscall.Rlimit
		if err := syscall.Getrlimit(u.which, &now); err == nil && now.Max < uint64(v) {
			v = int64(now.Max)
		}
		all = append(all, &container.Ulimit{Name: u.name, Soft: v, Hard: v})
	}
	return all
}

// devices asks for GPUs by UUID.
func devices(gpus []string) []container.DeviceRequest {
	if len(gpus) == 0 {
		return nil
	}
	return []container.DeviceRequest{{DeviceIDs: gpus, Capabilities: [][]string{{"gpu"}}}}
}
