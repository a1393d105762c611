package sandbox

import (
	"fmt"
	"path"
	"path/filepath"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox/pid1"
)

// Validate tells what no engine can execute: a fault of the caller's.
func (j Job) Validate() error {
	switch {
	case j.Mode != schemas.ModeBash && j.Mode != schemas.ModePython:
		return fmt.Errorf("job %s: mode %q is neither %s nor %s", j.Name, j.Mode, schemas.ModeBash, schemas.ModePython)
	case j.Dir != "" && (!filepath.IsLocal(j.Dir) || path.Clean(j.Dir) != j.Dir):
		return fmt.Errorf("job %s: %q is no clean path inside the tree", j.Name, j.Dir)
	case j.Tree == "":
		return fmt.Errorf("job %s: no tree", j.Name)
	}
	return nil
}

// Spec is what pid 1 is told of the job. Engines add what is theirs.
func (j Job) Spec() pid1.Spec {
	l := j.Limits.WithDefaults()
	return pid1.Spec{
		Mode: j.Mode, Text: []byte(j.Text), Dir: j.Dir, Env: j.Environment.Environ(l),
		Time: l.Time, Output: l.Output, OpenFiles: l.OpenFiles, FileSize: l.FileSize,
	}
}

// Grace is how long after the deadline pid 1 may take to end everything and to
// answer, before an engine kills the sandbox from outside.
const Grace = 15 * time.Second
