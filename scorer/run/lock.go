package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// LockedError says that another process writes the run folder.
type LockedError struct {
	Dir     string
	Process string // its id, where known
}

func (e *LockedError) Error() string {
	return fmt.Sprintf("%s: process %s is writing this run", e.Dir, e.Process)
}

// lock claims the run folder for this process until the returned function is
// called or the process ends, however it ends.
func lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, "run.lock"), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		owner, _ := io.ReadAll(io.LimitReader(f, 32)) // only for the message
		return nil, &LockedError{dir, strings.TrimSpace(string(owner))}
	}
	// The process id is for people; the lock is the kernel's.
	if err := errors.Join(f.Truncate(0), writeAt(f, fmt.Sprintln(os.Getpid()))); err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return func() { f.Close() }, nil
}

func writeAt(f *os.File, s string) error {
	_, err := f.WriteAt([]byte(s), 0)
	return err
}
