package scratch

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Scratch is one run's folder.
type Scratch struct {
	// Run names this run among all that share the base.
	Run  string
	base string
	lock *os.File
}

// Default is the base folder when none is asked for.
func Default() string { return filepath.Join(os.TempDir(), "podium-sandbox") }

// Open makes the folder of a new run below base (Default when empty) and removes
// those of dead runs.
func Open(base string) (*Scratch, error) {
	if base == "" {
		base = Default()
	}
	// Below it lie trees in which a sandbox's user may write: no one but the
	// owner passes here.
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, fmt.Errorf("open scratch: %w", err)
	}
	base, err := filepath.Abs(base)
	if err != nil {
		return nil, fmt.Errorf("open scratch: %w", err)
	}
	// The kernel tells mount points by their real path.
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return nil, fmt.Errorf("open scratch: %w", err)
	}
	if err := private(base); err != nil {
		return nil, fmt.Errorf("open scratch: %w", err)
	}
	s := &Scratch{Run: strings.ToLower(rand.Text()[:12]), base: base}
	if err := s.make(); err != nil {
		return nil, fmt.Errorf("open scratch: %w", err)
	}
	if err := s.sweep(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// private refuses a base that another user could put things into: what is mounted
// and removed below it is so by root.
func private(base string) error {
	var st unix.Stat_t
	if err := unix.Stat(base, &st); err != nil {
		return err
	}
	if int(st.Uid) != os.Geteuid() || st.Mode&0o022 != 0 {
		return fmt.Errorf("%s must belong to user %d and be writable for that user alone (it belongs to %d, mode %o)", base, os.Geteuid(), st.Uid, st.Mode&0o7777)
	}
	return nil
}

// make makes the run's folder under a name that a sweep passes over, and gives it
// its own once the lock is held.
func (s *Scratch) make() error {
	fresh := filepath.Join(s.base, ".new-"+s.Run)
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	var err error
	if s.lock, err = hold(fresh); err == nil {
		err = os.Rename(fresh, s.Dir())
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	return nil
}

// Dir is the run's folder.
func (s *Scratch) Dir() string { return filepath.Join(s.base, s.Run) }

// Base is the folder that the runs share.
func (s *Scratch) Base() string { return s.base }

// Alive tells whether run still has a process.
func (s *Scratch) Alive(run string) bool {
	if run != filepath.Base(run) || run == "." || run == ".." {
		return false
	}
	dir := filepath.Join(s.base, run)
	if _, err := os.Stat(dir); err != nil {
		return false
	}
	f, err := hold(dir)
	if err != nil {
		return errors.Is(err, unix.EWOULDBLOCK)
	}
	f.Close()
	return false
}

// Close removes the run's folder.
func (s *Scratch) Close() error {
	err := remove(s.Dir())
	return errors.Join(err, s.lock.Close())
}

// sweep removes the folders of dead runs.
func (s *Scratch) sweep() error {
	runs, err := os.ReadDir(s.base)
	if err != nil {
		return fmt.Errorf("sweep scratch: %w", err)
	}
	for _, run := range runs {
		if run.Name() == s.Run || !run.IsDir() || strings.HasPrefix(run.Name(), ".") {
			continue
		}
		dir := filepath.Join(s.base, run.Name())
		lock, err := hold(dir)
		if err != nil {
			continue // alive, or gone by now
		}
		err = remove(dir)
		lock.Close()
		if err != nil {
			return fmt.Errorf("sweep scratch of dead run %s: %w", run.Name(), err)
		}
	}
	return nil
}

// hold takes the lock of a run's folder, or fails with EWOULDBLOCK.
func hold(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
