package check

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// leaveOutSetup removes from the text the commands that the environment stands
// for, and reports whether there were any. They are recorded, and never run.
func (r *reading) leaveOutSetup(file *syntax.File) bool {
	quiet := &walk{reading: &reading{}} // its reasons are not wanted
	var b strings.Builder
	at, found := uint(0), false
	for _, stmt := range file.Stmts {
		if stmt.Background || stmt.Negated {
			continue
		}
		chain := quiet.chain(stmt)
		var kept []string
		for _, c := range chain {
			if isSetup(c.stmt) {
				r.out.Changes = append(r.out.Changes, "set-up left out: "+source(r.out.Text, c.stmt))
			} else {
				kept = append(kept, source(r.out.Text, c.stmt))
			}
		}
		if len(kept) == len(chain) {
			continue
		}
		found = true
		b.WriteString(r.out.Text[at:stmt.Pos().Offset()])
		b.WriteString(strings.Join(kept, " && "))
		at = stmt.End().Offset() // behind its semicolon
		if len(kept) > 0 {
			at = chain[len(chain)-1].stmt.End().Offset()
		}
	}
	b.WriteString(r.out.Text[at:])
	r.out.Text = b.String()
	return found
}

// source returns a statement as written.
func source(text string, stmt *syntax.Stmt) string {
	return strings.TrimRight(text[stmt.Pos().Offset():stmt.End().Offset()], " \t\n;")
}

// isSetup reports whether a command only installs, downloads or activates what
// the environment has.
func isSetup(stmt *syntax.Stmt) bool {
	call, ok := stmt.Cmd.(*syntax.CallExpr)
	if !ok || stmt.Background || stmt.Negated || len(call.Args) == 0 {
		return false
	}
	for _, rd := range stmt.Redirs {
		if rd.Hdoc != nil { // its lines stand apart from the command
			return false
		}
	}
	words := make([]string, len(call.Args))
	for i, arg := range call.Args {
		words[i], _ = literal(arg) // a word that is no literal is "": its command is left out all the same
	}
	if words[0] == "sudo" {
		words = words[1:]
	}
	if len(words) > 3 && isPython(words[0]) && words[1] == "-m" && words[2] == "pip" {
		words = words[2:]
	}
	if len(words) < 2 {
		return false
	}
	name, verb := words[0], words[1]
	switch {
	case isPip(name):
		return verb == "install"
	case name == "conda", name == "mamba", name == "micromamba":
		return slices.Contains([]string{"install", "activate", "create", "env", "update", "init"}, verb)
	case name == "apt", name == "apt-get":
		return true
	case name == "git":
		return verb == "clone"
	case name == "wget", name == "curl":
		return true
	case name == "source", name == ".":
		return verb == "activate" || path.Base(verb) == "activate" || path.Base(verb) == "conda.sh"
	}
	return false
}

func isPip(name string) bool {
	return strings.HasPrefix(name, "pip") && strings.Trim(name[len("pip"):], "0123456789.") == ""
}
