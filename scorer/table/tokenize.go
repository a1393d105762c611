package table

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// sink takes what the tokenizer finds, in file order.
type sink interface {
	// text adds bytes to the cell being read. The slice is only valid during the call.
	text(b []byte)
	endCell() error
	// endRow ends a row; line is the line it started on.
	endRow(line int) error
}

// state is where the tokenizer stands, named after the pandas C tokenizer's states.
type state uint8

const (
	startRow      state = iota // nothing of a row was seen
	blankLine                  // only blanks, kept in blanks, were seen since the row's start
	startCell                  // after a separator
	inCell                     // in a bare cell, or behind a closing quote
	inQuotes                   // in a quoted cell
	quoteInQuotes              // after a quote inside quotes: a closing or a doubled one
	afterCR                    // a row ended with CR, a LF may follow
	afterCRBlank               // the same after a blank line
)

// errOpenQuote is the end of the file inside a quoted cell.
var errOpenQuote = errors.New("the file ends inside quotes")

type tokenizer struct {
	state  state
	line   int // current line, from 1
	start  int // line on which the current row started
	out    sink
	blanks []byte
}

// tokenize reads all of r. A UTF-8 byte order mark at the very start is dropped;
// invalid UTF-8 anywhere is an error.
func tokenize(r io.Reader, out sink) error {
	t := &tokenizer{line: 1, start: 1, out: out}
	buf := make([]byte, 256<<10)
	first, held := true, 0 // held bytes of an unfinished rune at the start of buf
	for {
		n, err := io.ReadAtLeast(r, buf[held:], utf8.UTFMax)
		ended := err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return err
		}
		b := buf[:held+n]
		tail := 0
		if !ended {
			tail = unfinishedRune(b)
		}
		whole := b[:len(b)-tail]
		if !utf8.Valid(whole) {
			return &ParseError{Line: t.line + bytes.Count(whole[:invalidAt(whole)], []byte("\n")), Problem: "bytes that are not UTF-8"}
		}
		if first {
			whole = bytes.TrimPrefix(whole, []byte("\xef\xbb\xbf"))
			first = false
		}
		if err := t.feed(whole); err != nil {
			return err
		}
		if ended {
			return t.end()
		}
		held = copy(buf, b[len(b)-tail:])
	}
}

// unfinishedRune returns how many bytes at the end of b begin a rune that is cut off.
func unfinishedRune(b []byte) int {
	for k := 1; k < utf8.UTFMax && k <= len(b); k++ {
		if utf8.RuneStart(b[len(b)-k]) {
			if utf8.FullRune(b[len(b)-k:]) {
				return 0
			}
			return k
		}
	}
	return 0
}

// invalidAt is the offset of the first invalid byte of b.
func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}

// special marks the bytes that can end a run of cell text.
var special = [256]bool{',': true, '\n': true, '\r': true}

func (t *tokenizer) feed(b []byte) error {
	for i := 0; i < len(b); {
		c := b[i]
		switch t.state {
		case afterCR, afterCRBlank:
			// The row has ended already; a LF belongs to its CR.
			t.state = startRow
			if c == '\n' {
				i++
			}
			continue
		case startRow:
			t.start = t.line
			switch c {
			case '\n':
				t.line++
			case '\r':
				t.line++
				t.state = afterCRBlank
			case ' ', '\t':
				t.state = blankLine
				continue
			default:
				t.state = startCell
				continue
			}
			i++
		case blankLine:
			switch c {
			case ' ', '\t':
				t.blanks = append(t.blanks, c)
				i++
			case '\n', '\r':
				t.state = startRow
				t.blanks = t.blanks[:0]
			default:
				t.out.text(t.blanks)
				t.blanks = t.blanks[:0]
				t.state = inCell
			}
		case startCell:
			if c == '"' {
				t.state = inQuotes
				i++
				continue
			}
			t.state = inCell
		case inCell:
			j := i
			for j < len(b) && !special[b[j]] {
				j++
			}
			if j > i {
				t.out.text(b[i:j])
			}
			if i = j; i == len(b) {
				return nil
			}
			if err := t.close(b[i]); err != nil {
				return err
			}
			i++
		case inQuotes:
			j := bytes.IndexByte(b[i:], '"')
			run := b[i:]
			if j >= 0 {
				run = b[i : i+j]
			}
			t.line += bytes.Count(run, []byte("\n"))
			t.out.text(run)
			i += len(run)
			if j >= 0 {
				t.state = quoteInQuotes
				i++
			}
		case quoteInQuotes:
			switch c {
			case '"':
				t.out.text(b[i : i+1])
				t.state = inQuotes
				i++
			default:
				t.state = inCell
			}
		}
	}
	return nil
}

// close ends a cell at separator or line end c.
func (t *tokenizer) close(c byte) error {
	if err := t.out.endCell(); err != nil {
		return err
	}
	if c == ',' {
		t.state = startCell
		return nil
	}
	t.state = startRow
	if c == '\r' {
		t.state = afterCR
	}
	t.line++
	return t.out.endRow(t.start)
}

func (t *tokenizer) end() error {
	switch t.state {
	case startCell, inCell, quoteInQuotes:
		return t.close('\n')
	case inQuotes:
		return &ParseError{Line: t.start, Problem: errOpenQuote.Error(), Err: errOpenQuote}
	}
	return nil
}
