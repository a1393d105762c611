package sandbox

import "time"

// Names of limits, as in Engine.Enforced and WeakError.Limits.
const (
	LimitNetwork     = "network"      // none but a loopback of its own
	LimitPrivileges  = "privileges"   // another user, no capability, none to be gained
	LimitSyscalls    = "system_calls" // a filter: no new namespaces, no tracing, no keys, no mounts
	LimitRoot        = "root"         // a read-only root without the host's files
	LimitSources     = "sources"      // tracked files can't change, go or be replaced
	LimitTime        = "time"
	LimitOutput      = "output"
	LimitMemory      = "memory"
	LimitSwap        = "swap"
	LimitProcesses   = "processes"
	LimitCPUs        = "cpus"
	LimitDisk        = "disk" // bytes and inodes of the top
	LimitTmp         = "tmp"
	LimitShm         = "shm"
	LimitOpenFiles   = "open_files"
	LimitFileSize    = "file_size"
	LimitCore        = "core" // no core dumps
	LimitNoLeftovers = "no_leftovers"
)

// WithDefaults replaces zero values by those of DefaultLimits.
func (l Limits) WithDefaults() Limits {
	d := DefaultLimits
	return Limits{
		Time:   or(l.Time, d.Time),
		Memory: or(l.Memory, d.Memory), CPUs: or(l.CPUs, d.CPUs), Processes: or(l.Processes, d.Processes),
		Disk: or(l.Disk, d.Disk), Inodes: or(l.Inodes, d.Inodes), Tmp: or(l.Tmp, d.Tmp), Shm: or(l.Shm, d.Shm),
		OpenFiles: or(l.OpenFiles, d.OpenFiles), FileSize: or(l.FileSize, d.FileSize), Output: or(l.Output, d.Output),
	}
}

func or[T int64 | float64 | time.Duration](v, otherwise T) T {
	if v > 0 {
		return v
	}
	return otherwise
}
