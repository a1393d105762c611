package pid1

import (
	"time"

	"podium/schemas"
	"podium/scorer/sandbox/cgroup"
)

// Limits that an attempt can touch, as named in Facts.Touched.
const (
	TouchedMemory    = "memory"
	TouchedDisk      = "disk"
	TouchedProcesses = "processes"
	TouchedOutput    = "output"
)

// Judge completes the facts by what the engine saw from outside.
//
// A main process that ended by itself and not with 0 ended for memory when the
// kernel killed something of the attempt's for memory, else for the disk when
// that was full; with 0 a touched limit is only told (RULES.md, section 6).
func (r Result) Judge(outside cgroup.Counters) schemas.Facts {
	seen := outside
	if r.Cgroup != nil {
		seen = seen.Max(*r.Cgroup)
	}
	f := r.Facts
	f.PeakMemory = max(f.PeakMemory, seen.Peak)
	f.Touched = touched(f, seen, r.DiskFull)
	if f.End == schemas.EndSignal || f.End == schemas.EndExited && f.Code != 0 {
		switch {
		case seen.OOMKills > 0:
			f.End, f.Code, f.Signal = schemas.EndOutOfMemory, 0, ""
		case r.DiskFull:
			f.End, f.Code, f.Signal = schemas.EndDiskLimit, 0, ""
		}
	}
	return f
}

func touched(f schemas.Facts, seen cgroup.Counters, diskFull bool) []string {
	var names []string
	for _, t := range []struct {
		name string
		is   bool
	}{
		{TouchedMemory, seen.OOMKills > 0},
		{TouchedDisk, diskFull},
		{TouchedProcesses, seen.Refused > 0},
		{TouchedOutput, f.End == schemas.EndOutputLimit},
	} {
		if t.is {
			names = append(names, t.name)
		}
	}
	return names
}

// Lost are the facts of an attempt whose pid 1 died without a result while the
// engine was well: for memory when the kernel says so, else by a kill.
func Lost(elapsed time.Duration, outside cgroup.Counters) schemas.Facts {
	r := Result{Facts: schemas.Facts{End: schemas.EndSignal, Signal: "SIGKILL", Elapsed: elapsed}}
	return r.Judge(outside)
}

// Overdue are the facts of an attempt that pid 1 did not end at the deadline, so
// that the engine killed the sandbox.
func Overdue(elapsed time.Duration, outside cgroup.Counters) schemas.Facts {
	r := Result{Facts: schemas.Facts{End: schemas.EndDeadline, Elapsed: elapsed}}
	return r.Judge(outside)
}
