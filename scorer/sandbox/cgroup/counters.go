package cgroup

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Counters are what the kernel counted for a group and all below it.
type Counters struct {
	OOMKills int64 `json:"oom_kills"` // processes killed for memory
	Peak     int64 `json:"peak"`      // high-water mark of memory in bytes, 0 when not told
	Refused  int64 `json:"refused"`   // forks refused for the limit on processes
}

// Max takes the larger of each counter.
func (c Counters) Max(d Counters) Counters {
	return Counters{max(c.OOMKills, d.OOMKills), max(c.Peak, d.Peak), max(c.Refused, d.Refused)}
}

// Inside reads the counters of the sandbox that the caller is in, where the
// engine shows its group at /sys/fs/cgroup.
func Inside() (Counters, bool) {
	const root = "/sys/fs/cgroup"
	if _, err := os.Stat(root + "/cgroup.procs"); err == nil {
		return readV2(root)
	}
	return readV1(root+"/memory", root+"/pids")
}

func readV2(dir string) (Counters, bool) {
	events, ok := read(dir, "memory.events")
	if !ok {
		return Counters{}, false
	}
	peak, _ := read(dir, "memory.peak") // Linux 5.19
	pids, _ := read(dir, "pids.events")
	return Counters{field(events, "oom_kill"), number(peak), field(pids, "max")}, true
}

func readV1(memory, pids string) (Counters, bool) {
	control, ok := read(memory, "memory.oom_control")
	if !ok {
		return Counters{}, false
	}
	peak, _ := read(memory, "memory.max_usage_in_bytes")
	events, _ := read(pids, "pids.events")
	return Counters{field(control, "oom_kill"), number(peak), field(events, "max")}, true
}

func read(dir, name string) ([]byte, bool) {
	b, err := os.ReadFile(filepath.Join(dir, name))
	return b, err == nil
}

// field finds "name number" on a line of its own.
func field(b []byte, name string) int64 {
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		if k, v, ok := strings.Cut(s.Text(), " "); ok && k == name {
			return number([]byte(v))
		}
	}
	return 0
}

func number(b []byte) int64 {
	n, _ := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64) // "max" and nonsense count 0
	return n
}
