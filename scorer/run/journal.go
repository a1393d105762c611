package run

import (
	"encoding/json"
	"errors"
	"io"

	"podium/internal/journal"
	"podium/schemas"
)

// OpenJournal opens or makes attempts.jsonl and hands each attempt that is in it to
// seen. A torn last line is cut off: that attempt will run again.
func OpenJournal(path string, seen func(schemas.Attempt) error) (*journal.Journal, error) {
	return journal.Open(path, parseAttempt, seen)
}

// ReadJournal hands every attempt of a journal to seen, in order, and returns the
// length in bytes of its whole lines.
func ReadJournal(r io.Reader, seen func(schemas.Attempt) error) (size int64, err error) {
	return journal.Read(r, parseAttempt, seen)
}

func parseAttempt(line []byte) (schemas.Attempt, error) {
	var a schemas.Attempt
	if err := json.Unmarshal(line, &a); err != nil {
		return a, err
	}
	switch {
	case a.Key == "":
		return a, errors.New("an attempt without key")
	case (a.Facts == nil) == (a.Trouble == nil):
		return a, errors.New("an attempt has either facts or trouble")
	}
	return a, nil
}
