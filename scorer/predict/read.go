package predict

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/maphash"
	"io"

	"podium/schemas"
)

// read makes the one pass over the file.
func (f *File) read(known func(schemas.Key) bool, opts Options) error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file: its lines are read a second time when they are scored", f.path)
	}
	list := &problemList{path: opts.List, sum: Problems{Count: map[Kind]int64{}}}
	defer list.discard()

	lines := newLines(f.file, opts.MaxLine)
	seen := false
	for {
		line, err := lines.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if !line.long && blank(line.text) {
			continue
		}
		seen = true
		if problem := f.take(line, known, opts.MaxLine); problem != nil {
			problem.Line = line.number
			if err := list.add(*problem); err != nil {
				return fmt.Errorf("%s: listing problems: %w", f.path, err)
			}
		}
	}
	if !seen {
		return fmt.Errorf("%s: %w", f.path, ErrEmpty)
	}
	f.size = lines.offset
	f.digest = hex.EncodeToString(lines.digest.Sum(nil))
	if err := list.close(); err != nil {
		return fmt.Errorf("%s: listing problems: %w", f.path, err)
	}
	if list.sum.Total() == 0 {
		return nil
	}
	f.problems = list.sum
	if !opts.Lenient {
		return &Error{f.path, list.sum}
	}
	return nil
}

// take remembers a line or says what is wrong with it.
func (f *File) take(line line, known func(schemas.Key) bool, maxLine int) *Problem {
	if line.long {
		return &Problem{Kind: TooLong, Detail: fmt.Sprintf("over %d bytes", maxLine)}
	}
	p, fault := parseLine(line.text, false)
	if fault != nil {
		return &Problem{Kind: fault.kind, Detail: fault.detail}
	}
	if i, ok := f.index[p.key]; ok {
		return &Problem{Kind: DuplicateKey, Key: &p.key, Detail: fmt.Sprintf(
			"github_id %d, id %d is on line %d already", p.key.GithubID, p.key.ID, f.rows[i].Line)}
	}
	if known != nil && !known(p.key) {
		return &Problem{Kind: UnknownKey, Key: &p.key, Detail: fmt.Sprintf(
			"the split has no sample with github_id %d, id %d", p.key.GithubID, p.key.ID)}
	}
	f.index[p.key] = len(f.rows)
	f.rows = append(f.rows, row{
		Row:    Row{p.key, line.number, p.count},
		offset: line.offset, length: len(line.text), sum: maphash.Bytes(f.seed, line.text),
	})
	return nil
}

func blank(line []byte) bool { return len(bytes.Trim(line, " \t\r")) == 0 }

// lines splits a stream into lines of a bounded length, and digests all of it.
type lines struct {
	r      *bufio.Reader
	max    int
	digest hash.Hash
	offset int64 // of the next byte
	number int64 // of the last line, 1-based
	buf    []byte
}

// line is valid until the next one is read.
type line struct {
	number int64
	offset int64  // of text in the file
	text   []byte // without its end and without a byte order mark
	long   bool   // over the bound; text is then cut
}

func newLines(r io.Reader, maxLine int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 1<<20), max: maxLine, digest: sha256.New()}
}

// next returns the next line, or io.EOF after the last.
func (l *lines) next() (line, error) {
	l.number++
	out := line{number: l.number, offset: l.offset}
	l.buf = l.buf[:0]
	got := false
	for {
		part, err := l.r.ReadSlice('\n')
		l.digest.Write(part)
		l.offset += int64(len(part))
		got = got || len(part) > 0
		end := err == nil
		if end {
			part = part[:len(part)-1]
		}
		if out.long = out.long || len(l.buf)+len(part) > l.max+1; !out.long { // one more for a CR
			l.buf = append(l.buf, part...)
		}
		switch {
		case end, errors.Is(err, io.EOF) && got:
			return l.trim(out), nil
		case errors.Is(err, bufio.ErrBufferFull):
		default:
			return line{}, err
		}
	}
}

var byteOrderMark = []byte("\uFEFF")

func (l *lines) trim(out line) line {
	out.text = bytes.TrimSuffix(l.buf, []byte("\r"))
	if out.number == 1 {
		if text, ok := bytes.CutPrefix(out.text, byteOrderMark); ok {
			out.text = text
			out.offset += int64(len(byteOrderMark))
		}
	}
	out.long = out.long || len(out.text) > l.max
	return out
}
