package pid1

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox/cgroup"
)

// Verb is the scorer's first argument that makes it pid 1.
const Verb = "pid1"

// Where things are in every sandbox.
const (
	InitPath = "/podium/init" // the static scorer
	BinPath  = "/podium/bin"  // first in PATH where an engine must add commands
	TreePath = "/repo"        // the sample's repository under its writable top
	TmpPath  = "/tmp"
)

// User is the user and group id of every attempt.
const User = 65534

// Threads are pid 1's own: an engine adds them to the limit on processes.
const Threads = 16

// Keep is how many bytes of a stream's head, and of its tail, are kept.
const Keep = 64 << 10

// ResultLimit bounds the Result's JSON: four kept pieces in base64, and the rest.
const ResultLimit = 1 << 20

// StartLine on stderr says that the attempt is about to start.
const StartLine = "pid1: start"

// Started tells whether pid 1 came as far as to start the attempt.
func Started(stderr []byte) bool {
	return slices.ContainsFunc(bytes.Split(stderr, []byte("\n")), func(line []byte) bool { return string(line) == StartLine })
}

// Spec tells pid 1 what to run.
type Spec struct {
	Mode      string        `json:"mode"` // schemas.ModeBash or ModePython
	Text      []byte        `json:"text"`
	Dir       string        `json:"dir"` // relative to TreePath
	Env       []string      `json:"env"` // all of the attempt's environment
	Time      time.Duration `json:"time_ns"`
	Output    int64         `json:"output"` // bytes of one stream, then all is killed
	OpenFiles int64         `json:"open_files"`
	FileSize  int64         `json:"file_size"`
	// Processes is set where no cgroup counts them, and is then a bound on all
	// processes of the user.
	Processes int64 `json:"processes,omitempty"`
	// Drop makes pid 1 give up root for User first; engines that start it as
	// User leave it false.
	Drop bool `json:"drop,omitempty"`
}

// Result is what pid 1 saw.
type Result struct {
	// Trouble says why the attempt was not started: the sandbox's fault.
	Trouble string `json:"trouble,omitempty"`
	// Facts are those of the attempt, before Judge.
	Facts schemas.Facts `json:"facts"`
	// DiskFull: the top or /tmp had no block or inode left at the end.
	DiskFull bool `json:"disk_full"`
	// Cgroup is what the sandbox's own cgroup shows inside, nil when it shows nothing.
	Cgroup *cgroup.Counters `json:"cgroup,omitempty"`
}

// WriteSpec sends s. The caller keeps w open as long as the attempt may live.
func WriteSpec(w io.Writer, s Spec) error { return json.NewEncoder(w).Encode(s) }

// ParseResult reads what pid 1 wrote to its stdout. An error means that it did
// not come to its end.
func ParseResult(b []byte) (Result, error) {
	var r Result
	if len(b) > ResultLimit {
		return r, fmt.Errorf("a result of %d bytes, at most %d are taken", len(b), ResultLimit)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return Result{}, fmt.Errorf("a result of %d bytes: %w", len(b), err)
	}
	return r, nil
}
