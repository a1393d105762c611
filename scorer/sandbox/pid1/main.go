package pid1

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"

	"podium/schemas"
	"podium/scorer/sandbox/cgroup"
)

// Main is the whole life of a sandbox. It returns the exit status: 0 when a
// Result was written, whatever it says.
func Main(stdin, stdout, stderr *os.File) int {
	// What follows kills every process it may: only inside a PID namespace of
	// its own is that the attempt alone.
	if os.Getpid() != 1 {
		fmt.Fprintln(stderr, "pid1: this is the sandbox's first process, not a command for people")
		return 2
	}
	var s Spec
	in := json.NewDecoder(stdin)
	if err := in.Decode(&s); err != nil {
		fmt.Fprintln(stderr, "pid1: read the job:", err)
		return 1
	}
	go lifeline(io.MultiReader(in.Buffered(), stdin))
	if err := json.NewEncoder(stdout).Encode(execute(s, stderr)); err != nil {
		fmt.Fprintln(stderr, "pid1: write the result:", err)
		return 1
	}
	return 0
}

// lifeline ends the sandbox when the scorer is gone.
func lifeline(r io.Reader) {
	_, _ = io.Copy(io.Discard, r)
	killAll()
	os.Exit(1)
}

func execute(s Spec, stderr io.Writer) Result {
	if err := harden(s); err != nil {
		return Result{Trouble: err.Error()}
	}
	unix.Umask(0o022)
	if !isOverlay(TreePath) {
		return Result{Trouble: "the tree did not come with the sandbox: the engine does not see this host's mounts"}
	}
	c, err := prepare(s)
	switch {
	case errors.Is(err, errDiskFull):
		return Result{Facts: schemas.Facts{End: schemas.EndDiskLimit}, DiskFull: true}
	case err != nil:
		return Result{Trouble: err.Error()}
	}
	if _, err := fmt.Fprintln(stderr, StartLine); err != nil {
		return Result{Trouble: "tell of the start: " + err.Error()}
	}
	a, err := start(c, s)
	if err != nil {
		return Result{Trouble: err.Error()}
	}
	r := Result{Facts: a.wait(), DiskFull: full(TreePath) || full(TmpPath)}
	if seen, ok := cgroup.Inside(); ok {
		r.Cgroup = &seen
	}
	return r
}

// isOverlay tells whether path shows a scratch tree and not the empty folder that
// it is mounted on.
func isOverlay(path string) bool {
	var st unix.Statfs_t
	return unix.Statfs(path, &st) == nil && st.Type == unix.OVERLAYFS_SUPER_MAGIC
}

// full tells whether the file system of path has no block or no inode left. One
// without a limit on inodes says 0 of 0.
func full(path string) bool {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return false
	}
	return st.Bavail == 0 || st.Files > 0 && st.Ffree == 0
}

// killAll kills every process of the namespace but this one.
func killAll() { _ = unix.Kill(-1, unix.SIGKILL) }
