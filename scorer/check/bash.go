package check

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"podium/schemas"
)

// command is one element of a list: cd x && python a.py has two.
type command struct {
	stmt *syntax.Stmt
	and  bool // && joins it to the one before
}

// bash reads the text as an answer to a Bash sample.
func (r *reading) bash() {
	if what := nesting(r.out.Text); what != "" {
		r.fail(WrongShape, "nested", 0, "%s", what)
		return
	}
	file, err := parseBash(r.out.Text)
	if err != nil {
		r.unreadable(err)
		return
	}
	if r.leaveOutSetup(file) {
		if file, err = parseBash(r.out.Text); err != nil { // what was left out broke it
			r.unreadable(err)
			return
		}
	}
	w := &walk{reading: r, dir: r.home()}
	commands := w.flatten(file)
	for _, c := range commands {
		w.command(c)
	}
	if w.entry == nil {
		if !w.attempted && readsAsPython(r.out.Text) {
			r.fail(WrongType, "python", 0, "a Python program where a command is wanted")
		}
		r.fail(WrongShape, "no_entry", 0, "%s is started nowhere", r.entryName())
		return
	}
	if w.entry.piped {
		r.out.Text = "set -o pipefail\n" + r.out.Text
		r.out.Changes = append(r.out.Changes, "set -o pipefail put first: the entry is piped to tee")
	}
	r.invocation(w.entry)
}

func (r *reading) unreadable(err error) {
	if readsAsPython(r.out.Text) {
		r.fail(WrongType, "python", 0, "a Python program where a command is wanted")
		return
	}
	var parse syntax.ParseError
	if errors.As(err, &parse) {
		r.fail(WrongShape, "syntax", int(parse.Pos.Line()), "not Bash: %s", parse.Text)
		return
	}
	r.fail(WrongShape, "syntax", 0, "not Bash: %s", err)
}

func parseBash(text string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
}

// The parser recurses, and no recover catches Go's stack overflow, so what can
// make it recurse is counted first, quoted or not. maxOpeners is the bound on
// depth itself: a level needs an opener of its own. What recurses without one,
// operators and reserved words, gets a bound that a stack can bear: a level of
// the parser was seen to take up to 5 KiB, and the stack has 1 GiB.
const (
	maxOpeners = 200
	maxDrivers = 20_000
)

var reserved = regexp.MustCompile(`\b(if|then|elif|else|while|until|do|for|select|case|in|function|time|coproc|let|test|declare|export)\b`)

// nesting says why a text might be nested deeper than is read, or "".
func nesting(text string) string {
	openers := strings.Count(text, "(") + strings.Count(text, "{") + strings.Count(text, "[") +
		strings.Count(text, "`")/2 + strings.Count(text, "<<")
	if openers > maxOpeners {
		return "more than 200 opening brackets: it may be nested deeper than is read"
	}
	drivers := 0
	for _, c := range []byte("!-+~*/%&|^<>=?:,;$") {
		drivers += bytes.Count([]byte(text), []byte{c})
	}
	if drivers+len(reserved.FindAllStringIndex(text, maxDrivers)) > maxDrivers {
		return "more than 20000 operators and reserved words: it may be nested deeper than is read"
	}
	return ""
}

// flatten returns the commands of a file in order, chains of && taken apart.
// What is neither becomes a reason.
func (w *walk) flatten(file *syntax.File) []command {
	var commands []command
	for _, stmt := range file.Stmts {
		commands = append(commands, w.chain(stmt)...)
	}
	return commands
}

// chain takes a && b && c apart. It loops over the left operands, where the
// parser nests a chain.
func (w *walk) chain(stmt *syntax.Stmt) []command {
	var backwards []command
	for {
		b, ok := stmt.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.AndStmt || !w.plain(stmt) {
			backwards = append(backwards, command{stmt: stmt})
			break
		}
		backwards = append(backwards, command{b.Y, true})
		stmt = b.X
	}
	commands := make([]command, 0, len(backwards))
	for i := len(backwards) - 1; i >= 0; i-- {
		commands = append(commands, backwards[i])
	}
	return commands
}

// plain refuses what may hang on any statement.
func (w *walk) plain(stmt *syntax.Stmt) bool {
	line := int(stmt.Pos().Line())
	switch {
	case stmt.Background, stmt.Disown, stmt.Coprocess:
		w.fail(WrongShape, "background", line, "& leaves the command running, and its end unknown")
	case stmt.Negated:
		w.fail(WrongShape, "negated", line, "! turns a failure into a success")
	default:
		return true
	}
	return false
}

// home is the sample's working directory, relative to the repository.
func (r *reading) home() string {
	if r.task != nil {
		return cleanDir(r.task.Path)
	}
	return cleanDir(r.sample.Path)
}

func (r *reading) entryName() string {
	if r.task == nil {
		return "a script"
	}
	if r.task.EntryKind == schemas.EntryScript {
		return r.task.EntryFile
	}
	return r.task.Entry
}
