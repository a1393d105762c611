package sandbox

import (
	"context"
	"time"

	"podium/schemas"
)

// Sandbox executes untrusted code, one job at a time per call; calls may be
// concurrent. Implementations: docker, local. All pass sandboxtest.Suite.
type Sandbox interface {
	// Engine describes the engine and which limits hold here.
	Engine() Engine
	// Check looks up each environment's image and returns its identity, in order.
	// A *MissingError names every image that is not there; nothing has run then.
	Check(ctx context.Context, envs []Environment) ([]Image, error)
	// Run executes the job in a fresh sandbox and returns what was observed. An
	// error is a *schemas.Trouble (infrastructure) or the context's error;
	// whatever the code does is never an error. When Run returns, nothing of the
	// job is left running and nothing it wrote is left.
	Run(ctx context.Context, job Job) (schemas.Facts, error)
	// Close releases what the engine holds.
	Close() error
}

// Engine identifies an engine in run.json.
type Engine struct {
	Name     string            `json:"name"` // docker, local
	Version  string            `json:"version"`
	Enforced map[string]bool   `json:"enforced"` // limit -> holds here
	Details  map[string]string `json:"details,omitempty"`
}

// Environment is what a job runs in.
type Environment struct {
	Name  string   // data/environments/<name>.yaml
	Image string   // docker: reference; local: root filesystem folder, empty for the least of the host's /usr
	Env   []string // NAME=value, on top of the pinned base environment
}

// Image is an image as found.
type Image struct {
	Environment string   `json:"environment"`
	Reference   string   `json:"reference"`
	Layers      []string `json:"layers"` // digests of the uncompressed layers, base first
}

// Job is one attempt to execute.
type Job struct {
	Name        string // for labels and logs
	Environment Environment
	Tree        string // folder on this host with the repository's tracked files, read-only; see store.Checkout
	Dir         string // working directory inside the tree, relative and clean
	Mode        string // schemas.ModeBash or ModePython
	Text        string
	Limits      Limits
	GPUs        []string // device UUIDs; none: no GPU
}

// Limits bound a job. Zero values are replaced by DefaultLimits.
type Limits struct {
	Time      time.Duration `json:"time_ns"`
	Memory    int64         `json:"memory"`    // bytes, swap included
	CPUs      float64       `json:"cpus"`      //
	Processes int64         `json:"processes"` //
	Disk      int64         `json:"disk"`      // bytes of the writable top
	Inodes    int64         `json:"inodes"`    // of the writable top
	Tmp       int64         `json:"tmp"`       // bytes of /tmp
	Shm       int64         `json:"shm"`       // bytes of /dev/shm
	OpenFiles int64         `json:"open_files"`
	FileSize  int64         `json:"file_size"` // bytes of one file
	Output    int64         `json:"output"`    // bytes of one stream, then the attempt is killed
}

// DefaultLimits are RULES.md section 6's: 64 MiB of output; the rest fits a laptop.
var DefaultLimits = Limits{
	Time: 60 * time.Second, Memory: 4 << 30, CPUs: 1, Processes: 256,
	Disk: 1 << 30, Inodes: 100_000, Tmp: 512 << 20, Shm: 64 << 20,
	OpenFiles: 4096, FileSize: 1 << 30, Output: 64 << 20,
}
