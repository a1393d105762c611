package schemas

import "time"

// Modes in which an output is executed.
const (
	ModeBash   = "bash"
	ModePython = "python"
)

// Ends of an attempt.
const (
	EndExited      = "exited"        // Code
	EndSignal      = "signal"        // Signal
	EndDeadline    = "deadline"      // killed at the deadline
	EndOutOfMemory = "out_of_memory" // the kernel killed something of the attempt's for memory, and it did not exit 0
	EndOutputLimit = "output_limit"  // killed for what it wrote; Stream says which
	EndDiskLimit   = "disk_limit"    // the top or /tmp had no block or inode left when it ended, and it did not exit 0
)

// Facts are what was observed of one attempt. A rule reads nothing else.
type Facts struct {
	End     string        `json:"end"`
	Code    int           `json:"code"`             // exit status, when End is exited
	Signal  string        `json:"signal,omitempty"` // "SIGKILL", when End is signal
	Stream  string        `json:"stream,omitempty"` // stdout or stderr, when End is output_limit
	Elapsed time.Duration `json:"elapsed_ns"`       // from start to the end of the main process, on the sandbox's clock
	Stdout  Stream        `json:"stdout"`
	Stderr  Stream        `json:"stderr"`
	// PeakMemory is the high-water mark in bytes of the attempt's memory, 0 when the engine can't tell.
	PeakMemory int64 `json:"peak_memory"`
	// Touched names limits that were hit, whether or not they decided the end: memory, disk, processes, output.
	Touched []string `json:"touched,omitempty"`
}

// Stream is what an attempt wrote to one output stream. Head and Tail hold at
// most 64 KiB each; when Bytes is small Tail is empty and Head holds all.
type Stream struct {
	Bytes          int64  `json:"bytes"`            // all of it, counted
	BytesBeforeEnd int64  `json:"bytes_before_end"` // written before the main process ended
	Head           []byte `json:"head,omitempty"`   // base64 in JSON: model output need not be UTF-8
	Tail           []byte `json:"tail,omitempty"`
}

// Kinds of infrastructure trouble: ours, never the attempt's.
const (
	ImageMissing   = "image_missing"
	EngineLost     = "engine_lost"
	GPUUnavailable = "gpu_unavailable"
)

// Trouble is an infrastructure error. It is an error so that engines can return it.
type Trouble struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
	Tries   int    `json:"tries,omitempty"`
}

func (t *Trouble) Error() string { return t.Kind + ": " + t.Message }

// Attempt is one line of attempts.jsonl: one text, executed in one mode for one
// sample. Either Facts or Trouble is set. Outputs with an equal Key share it.
type Attempt struct {
	Key     string    `json:"key"` // digest of all that could change the facts
	Sample  Key       `json:"sample"`
	Mode    string    `json:"mode"`
	Text    string    `json:"text_sha256"`
	GPU     []string  `json:"gpu,omitempty"`
	Started time.Time `json:"started"`
	Reused  string    `json:"reused,omitempty"` // folder of the run it was taken from, as given
	Facts   *Facts    `json:"facts,omitempty"`
	Trouble *Trouble  `json:"trouble,omitempty"`
}
