package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"podium/schemas"
)

// What a crash of the machine may lose: a crash of this process loses nothing
// that Append has returned for, because each line is written whole at once.
const (
	syncLines = 64
	syncAfter = time.Second
)

// Journal appends finished attempts to attempts.jsonl. Its methods may be called
// concurrently.
type Journal struct {
	mu       sync.Mutex
	file     *os.File
	size     int64 // of the whole lines
	unsynced int
	timer    *time.Timer
	err      error // a failed write or sync: nothing is appended after it
}

// OpenJournal opens or makes the journal at path and hands each attempt that is
// in it to seen. A torn last line is cut off: that attempt will run again.
func OpenJournal(path string, seen func(schemas.Attempt) error) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	size, err := ReadJournal(f, seen)
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

// Append writes one attempt. After an error the journal holds what it held
// before, and every further Append fails with the same error.
func (j *Journal) Append(a schemas.Attempt) error {
	line, err := json.Marshal(a)
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
