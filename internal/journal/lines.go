package journal

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line, in bytes: an attempt keeps at most 256 KiB of output, which
// base64 makes a third longer.
const maxLine = 64 << 20

// Lines hands each line of r to f without its end, numbered from 1; whole is
// false for a last line that has no end. f must not keep line. A line longer than
// maxLine is an error.
func Lines(r io.Reader, f func(n int, line []byte, whole bool) error) error {
	br := bufio.NewReaderSize(r, 64<<10)
	var long []byte // a line longer than the reader's buffer, as far as it was read
	for n := 1; ; {
		part, err := br.ReadSlice('\n')
		line := part
		if len(long) > 0 || errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, part...)
			line = long
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if len(long) > maxLine {
				return fmt.Errorf("line %d: longer than %d bytes", n, maxLine)
			}
			continue
		case errors.Is(err, io.EOF):
			if len(line) == 0 {
				return nil
			}
			return f(n, line, false)
		case err != nil:
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := f(n, bytes.TrimSuffix(line, []byte("\n")), true); err != nil {
			return err
		}
		long = long[:0]
		n++
	}
}
