package shell

import (
	"cmp"
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// Positional is an argument that a script reads by its number.
type Positional struct {
	Number  int
	Line    int     // where it is first read
	Name    string  // the variable it is assigned to, when it is
	Default *string // of ${1:-default} and ${1-default}
}

// maxPositional is the highest number that is read.
const maxPositional = 100

// positionals finds what a script reads by number. In a function the numbers are
// the function's own.
func (r *reader) positionals(file *syntax.File) []Positional {
	found := map[int]*Positional{}
	read := func(p *syntax.ParamExp, name string) {
		if p.Param == nil {
			return
		}
		n, err := strconv.Atoi(p.Param.Value)
		if err != nil || n < 1 || n > maxPositional {
			return
		}
		at := found[n]
		if at == nil {
			at = &Positional{Number: n, Line: int(p.Pos().Line())}
			found[n] = at
		}
		at.Name = cmp.Or(at.Name, name)
		if p.Exp != nil && at.Default == nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull) {
			text := r.word(p.Exp.Word, &state{}).Text
			at.Default = &text
		}
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.FuncDecl:
			return false
		case *syntax.Assign:
			if p := onlyParameter(n.Value); p != nil && n.Name != nil {
				read(p, n.Name.Value)
			}
		case *syntax.ParamExp:
			read(n, "")
		}
		return true
	})
	list := make([]Positional, 0, len(found))
	for _, p := range found {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Positional) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// onlyParameter is the expansion that a word is, quoted or not; nil when there is
// more to it.
func onlyParameter(w *syntax.Word) *syntax.ParamExp {
	if w == nil || len(w.Parts) != 1 {
		return nil
	}
	part := w.Parts[0]
	if q, ok := part.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		part = q.Parts[0]
	}
	p, _ := part.(*syntax.ParamExp)
	return p
}
