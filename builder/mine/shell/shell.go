package shell

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// MaxSize is the longest text that is read, in bytes. The parser recurses; this
// bounds how deep.
const MaxSize = 256 << 10

// ErrTooLarge is a text longer than MaxSize.
var ErrTooLarge = errors.New("longer than 256 KiB")

// Command is a simple command: words, with what the shell would know of it.
type Command struct {
	Start, End int      // bytes in the text, from the first assignment to the last word
	Line       int      // in the text, from 1
	Dir        string   // working directory, as path.Join gives it; empty when it is unknown
	Env        []string // NAME=value before the command
	Words      []Word
}

// Word is a word of a command.
type Word struct {
	Text string
	// Unexpanded: Text holds the shell's own text of something that depends on the
	// run: a variable, a substitution.
	Unexpanded bool
}

// Script is what a shell text holds.
type Script struct {
	Commands    []Command
	Positionals []Positional // sorted by number
	// Dir is the folder at the end; empty when it is unknown.
	Dir string
	// Faults are lines that cannot be read, or do something else than they seem to.
	Faults []Fault
}

// Fault is something wrong with a line.
type Fault struct {
	Line int // in the text, from 1
	Why  string
}

// Read parses text, which starts in the folder dir.
func Read(text, dir string) (Script, error) {
	if len(text) > MaxSize {
		return Script{}, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(text))
	}
	text = unixLines(text)
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return Script{}, plain(err)
	}
	r := &reader{text: text}
	s := &state{dir: dir, vars: map[string]string{}}
	r.stmts(file.Stmts, s)
	r.script.Dir = s.dir
	r.script.Positionals = r.positionals(file)
	return r.script, nil
}

// unixLines blanks out the carriage returns of lines that end in them, so that
// every byte keeps its place.
func unixLines(text string) string {
	if !strings.Contains(text, "\r\n") {
		return text
	}
	return strings.NewReplacer("\\\r\n", " \\\n", "\r\n", " \n").Replace(text)
}

// ParseError is where a text is not shell.
type ParseError struct {
	Line int
	Text string
}

func (e *ParseError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// plain keeps the parser's own type out of what callers see.
func plain(err error) error {
	var p syntax.ParseError
	if errors.As(err, &p) {
		return &ParseError{int(p.Pos.Line()), p.Text}
	}
	var l syntax.LangError
	if errors.As(err, &l) {
		return &ParseError{int(l.Pos.Line()), l.Feature + " is no bash"}
	}
	return err
}

type reader struct {
	text   string
	script Script
}
