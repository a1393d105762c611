package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"podium/schemas"
)

// maxLine bounds a line of the run's files, in bytes. An attempt keeps at most
// 256 KiB of output, which base64 makes a third longer.
const maxLine = 64 << 20

// ReadJournal hands every attempt of a journal to seen, in order, and returns the
// length in bytes of its whole lines. A last line that was not written to its end,
// or that a crash left unreadable, is left out; an unreadable line before the last
// is an error, because then more than one write has gone wrong.
func ReadJournal(r io.Reader, seen func(schemas.Attempt) error) (size int64, err error) {
	var bad error
	err = readLines(r, func(n int, line []byte, whole bool) error {
		if bad != nil {
			return bad
		}
		a, err := parseAttempt(line)
		switch {
		case err != nil:
			bad = fmt.Errorf("line %d: %w", n, err)
			return nil
		case !whole:
			return nil
		}
		size += int64(len(line)) + 1
		return seen(a)
	})
	return size, err
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
