package check

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// walk goes through a Bash text's commands and holds each to the allow-list:
// one start of the entry, and beside it only cd, mkdir -p,
// set -e and assignments, none of which can hide how the entry ended.
type walk struct {
	*reading
	dir       string // working directory so far, relative to the tree
	entry     *invocation
	attempted bool // some interpreter was called, if not for the entry
}

// command judges one command.
func (w *walk) command(c command) {
	stmt, line := c.stmt, int(c.stmt.Pos().Line())
	if !w.plain(stmt) {
		return
	}
	if w.entry != nil && !c.and {
		w.fail(WrongShape, "after_entry", line, "a command after the entry decides the exit status; only && may join one")
	}
	piped := false
	redirects := stmt.Redirs
	if b, ok := stmt.Cmd.(*syntax.BinaryCmd); ok {
		switch b.Op {
		case syntax.Pipe, syntax.PipeAll:
			if len(stmt.Redirs) > 0 || !w.plain(b.X) || !w.tee(b.Y) {
				w.fail(WrongShape, "pipe", line, "a pipe other than from the entry to tee FILE")
				return
			}
			piped, stmt, redirects = true, b.X, b.X.Redirs
		case syntax.OrStmt:
			w.fail(WrongShape, "or", line, "|| hides a failure")
			return
		}
	}
	switch cmd := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		w.call(cmd, redirects, piped, line)
	case *syntax.DeclClause:
		if piped || len(redirects) > 0 || cmd.Variant.Value != "export" {
			w.fail(WrongShape, "command", line, "%s with a pipe, a redirection or another word than export", cmd.Variant.Value)
			return
		}
		w.assigns(cmd.Args, line)
	case nil:
		w.fail(WrongShape, "redirection", line, "a redirection without a command")
	default:
		w.fail(WrongShape, "compound", line, "%s", compound(cmd))
	}
}

func compound(cmd syntax.Command) string {
	switch cmd.(type) {
	case *syntax.IfClause, *syntax.CaseClause:
		return "a condition: what it guards may not run"
	case *syntax.WhileClause, *syntax.ForClause:
		return "a loop"
	case *syntax.FuncDecl:
		return "a function"
	case *syntax.Subshell, *syntax.Block:
		return "a group of commands"
	}
	return "a compound command"
}

// call judges a simple command.
func (w *walk) call(call *syntax.CallExpr, redirects []*syntax.Redirect, piped bool, line int) {
	ok := w.assigns(call.Assigns, line)
	if len(call.Args) == 0 {
		if piped || len(redirects) > 0 {
			w.fail(WrongShape, "redirection", line, "a redirection without a command")
		}
		return
	}
	var words []word
	for _, arg := range call.Args {
		text, what := literal(arg)
		if what != "" {
			w.fail(WrongShape, "substitution", int(arg.Pos().Line()), "%s: only literal words are read", what)
			ok = false
			continue
		}
		words = append(words, word{text, int(arg.Pos().Line())})
	}
	if inv := w.launch(words); inv != nil {
		w.attempted = true
		if w.isEntry(inv) {
			if w.redirected(redirects) && ok {
				w.start(inv, piped, line)
			}
			return
		}
		w.fail(WrongShape, "other_program", line, "starts %s, which is not the entry", inv.name())
		return
	}
	if !ok {
		return
	}
	if piped || len(redirects) > 0 {
		w.fail(WrongShape, "redirection", line, "only the entry's output may be redirected or piped")
	}
	w.beside(words, line)
}

// start takes note of the entry's invocation; there must be one alone.
func (w *walk) start(inv *invocation, piped bool, line int) {
	if w.entry != nil {
		w.fail(WrongShape, "second_entry", line, "the entry is started a second time")
		return
	}
	inv.piped = piped
	w.entry = inv
}

// beside judges a command that is not the entry's.
func (w *walk) beside(words []word, line int) {
	name, args := words[0].text, texts(words[1:])
	bad := func(format string, a ...any) { w.fail(WrongShape, "command", line, format, a...) }
	switch name {
	case "cd":
		if len(args) == 2 && args[0] == "--" {
			args = args[1:]
		}
		if len(args) != 1 || strings.HasPrefix(args[0], "-") {
			bad("cd takes one directory here")
			return
		}
		dir, ok := inTree(w.dir, args[0])
		if !ok {
			w.fail(WrongShape, "outside", line, "cd %s leaves the repository", args[0])
			return
		}
		w.dir = dir
	case "mkdir":
		if len(args) < 2 || args[0] != "-p" {
			bad("mkdir is allowed as mkdir -p DIR")
			return
		}
		for _, dir := range args[1:] {
			if _, ok := inTree(w.dir, dir); !ok && !strings.HasPrefix(path.Clean(dir), "/tmp/") || strings.HasPrefix(dir, "-") {
				w.fail(WrongShape, "outside", line, "mkdir -p %s is outside the repository", dir)
			}
		}
	case "set":
		if !harmlessSet(args) {
			bad("set is allowed with -e, -u, -x and -o pipefail")
		}
	default:
		bad("%s is not among the commands that may stand beside the entry", name)
	}
}

// harmlessSet reports whether set's arguments only make a script stricter or louder.
func harmlessSet(args []string) bool {
	for i := 0; i < len(args); i++ {
		flags, ok := strings.CutPrefix(args[i], "-")
		if !ok || flags == "" || strings.Trim(flags, "euxo") != "" {
			return false
		}
		for range strings.Count(flags, "o") {
			i++
			if i == len(args) || !slices.Contains([]string{"pipefail", "errexit", "nounset", "xtrace"}, args[i]) {
				return false
			}
		}
	}
	return len(args) > 0
}

func texts(words []word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.text
	}
	return list
}

// simpleWords returns the literal words of a simple command, nil for any other.
func simpleWords(stmt *syntax.Stmt) []word {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil
	}
	var words []word
	for _, arg := range call.Args {
		text, what := literal(arg)
		if what == "" {
			words = append(words, word{text, int(arg.Pos().Line())})
		}
	}
	return words
}
