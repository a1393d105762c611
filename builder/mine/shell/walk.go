package shell

import (
	"maps"
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// state is what the shell knows at a point: its folder, and the variables that
// hold plain text.
type state struct {
	dir   string // empty: unknown
	stack []string
	vars  map[string]string
}

func (s *state) copy() *state {
	return &state{s.dir, append([]string(nil), s.stack...), maps.Clone(s.vars)}
}

func (r *reader) stmts(stmts []*syntax.Stmt, s *state) {
	for _, stmt := range stmts {
		r.stmt(stmt, s)
	}
}

func (r *reader) stmt(stmt *syntax.Stmt, s *state) {
	if stmt == nil {
		return
	}
	switch c := stmt.Cmd.(type) {
	case *syntax.CallExpr:
		r.call(c, s)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll { // each side is a subshell
			r.stmt(c.X, s.copy())
			r.stmt(c.Y, s.copy())
			return
		}
		r.stmt(c.X, s)
		r.stmt(c.Y, s)
	case *syntax.Subshell:
		r.stmts(c.Stmts, s.copy())
	case *syntax.Block:
		r.stmts(c.Stmts, s)
	case *syntax.IfClause:
		r.ifClause(c, s)
	case *syntax.ForClause:
		if words, ok := c.Loop.(*syntax.WordIter); ok {
			delete(s.vars, words.Name.Value)
		}
		r.maybe(c.Do, s)
	case *syntax.WhileClause:
		r.stmts(c.Cond, s)
		r.maybe(c.Do, s)
	case *syntax.CaseClause:
		for _, item := range c.Items {
			r.maybe(item.Stmts, s)
		}
	case *syntax.FuncDecl:
		r.stmt(c.Body, s.copy())
	case *syntax.DeclClause:
		for _, a := range c.Args {
			r.assign(a, s)
		}
	case *syntax.TimeClause:
		r.stmt(c.Stmt, s)
	}
}

func (r *reader) ifClause(c *syntax.IfClause, s *state) {
	for ; c != nil; c = c.Else {
		r.stmts(c.Cond, s)
		r.maybe(c.Then, s)
	}
}

// maybe walks statements that may run or not, or more than once: what they set is
// unknown after them, and what a loop sets late is unknown at its start.
func (r *reader) maybe(stmts []*syntax.Stmt, s *state) {
	inner := s.copy()
	for name := range assigned(stmts) {
		if _, set := s.vars[name]; set {
			delete(inner.vars, name)
		}
	}
	r.stmts(stmts, inner)
	for name := range assigned(stmts) {
		delete(s.vars, name)
	}
	if inner.dir != s.dir {
		s.dir = ""
	}
}

func assigned(stmts []*syntax.Stmt) map[string]bool {
	names := map[string]bool{}
	for _, stmt := range stmts {
		syntax.Walk(stmt, func(n syntax.Node) bool {
			if a, ok := n.(*syntax.Assign); ok && a.Name != nil {
				names[a.Name.Value] = true
			}
			return true
		})
	}
	return names
}

func (r *reader) assign(a *syntax.Assign, s *state) {
	if a.Name == nil || a.Naked {
		return
	}
	delete(s.vars, a.Name.Value)
	if a.Append || a.Array != nil || a.Index != nil {
		return
	}
	w := r.word(a.Value, s)
	if !w.Unexpanded {
		s.vars[a.Name.Value] = w.Text
	}
}

func (r *reader) call(c *syntax.CallExpr, s *state) {
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			r.assign(a, s)
		}
		return
	}
	cmd := Command{Start: int(c.Pos().Offset()), End: int(c.End().Offset()), Line: int(c.Pos().Line()), Dir: s.dir}
	for _, a := range c.Assigns {
		if a.Name != nil {
			cmd.Env = append(cmd.Env, a.Name.Value+"="+r.word(a.Value, s).Text)
		}
	}
	for _, w := range c.Args {
		cmd.Words = append(cmd.Words, r.words(w, s)...)
	}
	if len(cmd.Words) == 0 {
		return // $NOTHING
	}
	r.script.Commands = append(r.script.Commands, cmd)
	s.move(cmd.Words)
}

// move follows cd, pushd and popd.
func (s *state) move(words []Word) {
	switch words[0].Text {
	case "cd", "pushd":
		before := s.dir
		if words[0].Text == "pushd" {
			s.stack = append(s.stack, before)
		}
		s.dir = ""
		if len(words) == 2 && before != "" && !words[1].Unexpanded {
			s.dir = enter(before, words[1].Text)
		}
	case "popd":
		s.dir = ""
		if n := len(s.stack); n > 0 {
			s.dir, s.stack = s.stack[n-1], s.stack[:n-1]
		}
	}
}

// enter is the folder that cd to reaches from dir; empty when it is unknown or
// outside.
func enter(dir, to string) string {
	if to == "" || strings.HasPrefix(to, "/") || strings.HasPrefix(to, "~") || to == "-" {
		return ""
	}
	joined := path.Join(dir, to)
	if joined == ".." || strings.HasPrefix(joined, "../") {
		return ""
	}
	return joined
}
