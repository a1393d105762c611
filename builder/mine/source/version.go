package source

import (
	"bytes"
	"strings"

	"podium/internal/python"
)

// NotPython3 is the first line that Python 3 does not take, 0 when there is none.
// The grammar itself takes words that became keywords later: f(async=True).
func (p *Python) NotPython3() int {
	words := bytes.Contains(p.Source, []byte("async")) || bytes.Contains(p.Source, []byte("await"))
	if !p.HasError() && !words {
		return 0
	}
	line := 0
	python.Walk(p.Root(), func(n *python.Node, _ int) bool {
		if line == 0 && (n.IsError() || n.IsMissing() || n.Kind() == "keyword_argument" && p.isKeyword(n)) {
			line = python.Line(n)
		}
		return line == 0 && (words || n.HasError())
	})
	return line
}

func (p *Python) isKeyword(argument *python.Node) bool {
	name := argument.ChildByFieldName("name")
	if name == nil {
		return false
	}
	word := p.Text(name)
	return word == "async" || word == "await"
}

// ImportLine is the line of the first import of a module, 0 when there is none.
func (p *Python) ImportLine(module string) int {
	line := 0
	python.Walk(p.Root(), func(n *python.Node, _ int) bool {
		switch n.Kind() {
		case "import_statement", "import_from_statement":
			words := strings.FieldsFunc(p.Text(n), func(r rune) bool { return strings.ContainsRune(" \t\r\n,.", r) })
			if line == 0 && len(words) > 1 && words[1] == module {
				line = python.Line(n)
			}
		}
		return line == 0 && statementKinds[n.Kind()]
	})
	return line
}
