// Package journal keeps files of JSON lines that are only ever appended to and that
// survive a kill at any byte: what Append has returned for is in the file, and a torn
// last line is dropped by the next reader.
package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// What a crash of the machine may lose: a crash of this process loses nothing
// that Append has returned for, because each line is written whole at once.
const (
	syncLines = 64
	syncAfter = time.Second
)

// Journal appends lines to a file. Its methods may be called concurrently.
type Journal struct {
	mu       sync.Mutex
	file     *os.File
	size     int64 // of the whole lines
	unsynced int
	timer    *time.Timer
	err      error // a failed write or sync: nothing is appended after it
}

// Open opens or makes the journal at path and hands each line that is in it, as
// parse reads it, to seen. A torn last line is cut off. The journal is this process's
// alone until it is closed.
func Open[T any](path string, parse func(line []byte) (T, error), seen func(T) error) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	var size int64
	if err = claim(f); err == nil {
		size, err = Read(f, parse, seen)
	}
	if err == nil {
		err = f.Truncate(size)
	}
	if err == nil {
		_, err = f.Seek(size, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Journal{file: f, size: size}, nil
}

// claim keeps other processes away until f is closed.
func claim(f *os.File) error {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errors.New("another process is writing it")
	}
	return err
}

// Append writes v as one line. After an error the journal holds what it held
// before, and every further Append fails with the same error.
func (j *Journal) Append(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	if _, err := j.file.Write(line); err != nil {
		// A full disk may have taken half a line; what cannot be cut off now is a
		// torn last line, which the next reader drops.
		_ = j.file.Truncate(j.size)
		j.err = err
		return err
	}
	j.size += int64(len(line))
	j.unsynced++
	if j.unsynced >= syncLines {
		j.sync()
		return j.err
	}
	if j.timer == nil {
		j.timer = time.AfterFunc(syncAfter, func() {
			j.mu.Lock()
			defer j.mu.Unlock()
			j.sync()
		})
	}
	return nil
}

// sync makes what was written outlive the machine. j.mu is held.
func (j *Journal) sync() {
	if j.timer != nil {
		j.timer.Stop()
		j.timer = nil
	}
	if j.unsynced == 0 {
		return
	}
	j.unsynced = 0
	if err := j.file.Sync(); err != nil && j.err == nil {
		j.err = err
	}
}

// Close syncs and closes the journal. It returns the first error that a sync in
// the background met.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sync()
	err := j.err
	j.err = os.ErrClosed
	return errors.Join(err, j.file.Close())
}

// Read hands every line of a journal, as parse reads it, to seen, in order, and
// returns the length in bytes of its whole lines. A last line that was not written
// to its end, or that a crash left unreadable, is left out; an unreadable line
// before the last is an error, because then more than one write has gone wrong.
// parse must not keep line.
func Read[T any](r io.Reader, parse func(line []byte) (T, error), seen func(T) error) (size int64, err error) {
	var bad error
	err = Lines(r, func(n int, line []byte, whole bool) error {
		if bad != nil {
			return bad
		}
		v, err := parse(line)
		switch {
		case err != nil:
			bad = fmt.Errorf("line %d: %w", n, err)
			return nil
		case !whole:
			return nil
		}
		size += int64(len(line)) + 1
		return seen(v)
	})
	return size, err
}
