package snippet

import (
	"cmp"
	"slices"
	"strings"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// Snippet is what a piece of Python holds; lines count from 1 in its text.
type Snippet struct {
	Imports []data.Import
	Calls   []data.SnippetCall
	// Errors: some of the text is not Python.
	Errors bool
}

// Read parses text. Interactive prompts are dropped, and from a text that has them
// so is all that is no input; lines for IPython alone (!pip, %cd) are too.
func Read(text string) (Snippet, error) {
	src := []byte(input(text))
	tree, err := python.Parse(src)
	if err != nil {
		return Snippet{}, err
	}
	defer tree.Close()
	imports, stars := source.Imports(tree.Root(), src)
	r := &reader{src: src, names: imports}
	for name, target := range imports {
		r.snippet.Imports = append(r.snippet.Imports, data.Import{Name: name, Target: target})
	}
	for _, module := range stars {
		r.snippet.Imports = append(r.snippet.Imports, data.Import{Name: "*", Target: module})
	}
	slices.SortFunc(r.snippet.Imports, func(a, b data.Import) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Name, b.Name))
	})
	r.statements(tree.Root())
	r.snippet.Errors = tree.HasError()
	return r.snippet, nil
}

// input keeps what is for the Python parser, every line in its place.
func input(text string) string {
	interactive := strings.HasPrefix(strings.TrimLeft(text, " \n"), ">>>")
	var b strings.Builder
	for line := range strings.Lines(text) {
		trimmed := strings.TrimLeft(line, " ")
		switch {
		case interactive && (strings.HasPrefix(trimmed, ">>>") || strings.HasPrefix(trimmed, "...")):
			b.WriteString(strings.TrimPrefix(trimmed[3:], " "))
		case interactive, strings.HasPrefix(trimmed, "!"), strings.HasPrefix(trimmed, "%"):
			b.WriteByte('\n')
		default:
			b.WriteString(line)
		}
	}
	return b.String()
}

type reader struct {
	src     []byte
	names   map[string]string // what a name means: an import's target, or a callee with "()"
	snippet Snippet
}

func (r *reader) text(n *python.Node) string { return python.Text(n, r.src) }

// statements reads what is below n in source order; nesting is bounded by
// python.Parse.
func (r *reader) statements(n *python.Node) {
	for _, child := range python.Named(n) {
		switch child.Kind() {
		case "import_statement", "import_from_statement", "future_import_statement", "comment":
		case "assignment":
			r.assignment(child)
		case "call":
			r.call(child, "")
		default:
			r.statements(child)
		}
	}
}

func (r *reader) assignment(n *python.Node) {
	left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
	if left == nil || right == nil {
		return
	}
	name := ""
	if left.Kind() == "identifier" {
		name = r.text(left)
	}
	if right.Kind() != "call" {
		r.statements(right)
		delete(r.names, name)
		return
	}
	callee := r.call(right, name)
	if name != "" {
		if callee == "" {
			delete(r.names, name)
		} else {
			r.names[name] = callee + "()"
		}
	}
}

// call records a call after the calls inside it, and returns its callee.
func (r *reader) call(n *python.Node, bound string) string {
	function := n.ChildByFieldName("function")
	if function == nil {
		return ""
	}
	callee := r.callee(function)
	c := data.SnippetCall{Line: python.Line(n), Callee: callee, Bound: bound}
	for _, a := range source.Arguments(n, r.src) {
		c.Arguments = append(c.Arguments, r.argument(a))
	}
	if callee == "" {
		return ""
	}
	r.snippet.Calls = append(r.snippet.Calls, c)
	return callee
}

func (r *reader) callee(function *python.Node) string {
	if dotted := source.Dotted(function, r.src); dotted != "" {
		target, _ := source.Resolve(dotted, r.names)
		return target
	}
	switch function.Kind() {
	case "attribute": // f(x).g
		object, attribute := function.ChildByFieldName("object"), function.ChildByFieldName("attribute")
		if object == nil || attribute == nil {
			return ""
		}
		if inner := r.callee(object); inner != "" {
			return inner + "." + r.text(attribute)
		}
	case "call":
		if inner := r.call(function, ""); inner != "" {
			return inner + "()"
		}
	default:
		r.statements(function)
	}
	return ""
}

func (r *reader) argument(a source.Argument) data.CallArgument {
	out := data.CallArgument{Keyword: a.Keyword + a.Splat}
	if _, err := python.Literal(a.Value, r.src); err == nil {
		out.Literal = source.Expression(a.Value, r.src)
		return out
	}
	if dotted := source.Dotted(a.Value, r.src); dotted != "" {
		out.Name, _ = source.Resolve(dotted, r.names)
		return out
	}
	if a.Value.Kind() == "call" {
		out.Call = r.call(a.Value, "")
		return out
	}
	r.statements(a.Value)
	return out
}
