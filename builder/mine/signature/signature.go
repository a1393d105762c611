package signature

import (
	"strings"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// Read lists the signatures that a module defines at its top, public methods of
// its classes included. Names that start with an underscore are left out.
func Read(tree *python.Tree, module string) []data.Signature {
	r := &reader{src: tree.Source, module: module, classes: map[string]*python.Node{}}
	r.statements(tree.Root())
	return r.signatures
}

type reader struct {
	src        []byte
	module     string
	classes    map[string]*python.Node // bodies, for bases in the same file
	signatures []data.Signature
}

func (r *reader) text(n *python.Node) string { return python.Text(n, r.src) }

// statements looks into what a module may run at import: if and try too.
func (r *reader) statements(n *python.Node) {
	for _, child := range python.Named(n) {
		switch child.Kind() {
		case "function_definition", "class_definition":
			r.definition(child, nil)
		case "decorated_definition":
			if d := child.ChildByFieldName("definition"); d != nil {
				r.definition(d, r.decorators(child))
			}
		case "if_statement", "else_clause", "elif_clause", "try_statement", "except_clause", "finally_clause", "block":
			r.statements(child)
		}
	}
}

func (r *reader) decorators(n *python.Node) []string {
	var names []string
	for _, c := range python.Named(n) {
		if c.Kind() == "decorator" {
			names = append(names, strings.TrimSpace(strings.TrimPrefix(source.Expression(c, r.src), "@")))
		}
	}
	return names
}

func (r *reader) definition(n *python.Node, decorators []string) {
	name := r.name(n)
	if name == "" || strings.HasPrefix(name, "_") {
		return
	}
	s := data.Signature{Name: r.module + ":" + name, Line: python.Line(n), Decorators: decorators}
	if n.Kind() == "function_definition" {
		s.Parameters = r.parameters(n)
		r.signatures = append(r.signatures, s)
		return
	}
	s.Class = true
	if bases := n.ChildByFieldName("superclasses"); bases != nil {
		for _, b := range python.Named(bases) {
			s.Bases = append(s.Bases, source.Expression(b, r.src))
		}
	}
	r.classes[name] = n
	s.Parameters = r.construct(n, isDataclass(decorators), 0)
	r.signatures = append(r.signatures, s)
	r.methods(n, name)
}

func (r *reader) name(n *python.Node) string {
	name := n.ChildByFieldName("name")
	if name == nil {
		return ""
	}
	return r.text(name)
}

func isDataclass(decorators []string) bool {
	for _, d := range decorators {
		d, _, _ = strings.Cut(d, "(")
		if d == "dataclass" || strings.HasSuffix(d, ".dataclass") {
			return true
		}
	}
	return false
}

// maxBases bounds how far up a class's bases its __init__ is looked for.
const maxBases = 8

// construct is how a class is called: by its own __init__, as a dataclass by its
// fields, or by the __init__ of a base in the same file.
func (r *reader) construct(class *python.Node, dataclass bool, depth int) []data.Parameter {
	if depth > maxBases {
		return []data.Parameter{}
	}
	body := class.ChildByFieldName("body")
	if body == nil {
		return []data.Parameter{}
	}
	for _, child := range python.Named(body) {
		f, _ := r.function(child)
		if f != nil && r.name(f) == "__init__" {
			return withoutFirst(r.parameters(f))
		}
	}
	if dataclass {
		return r.fields(body)
	}
	if bases := class.ChildByFieldName("superclasses"); bases != nil {
		for _, b := range python.Named(bases) {
			if base := r.classes[r.text(b)]; base != nil && base != class {
				return r.construct(base, false, depth+1)
			}
		}
	}
	return []data.Parameter{}
}

// function is the function that a statement of a class defines, with decorators.
func (r *reader) function(n *python.Node) (*python.Node, []string) {
	var decorators []string
	if n.Kind() == "decorated_definition" {
		decorators = r.decorators(n)
		n = n.ChildByFieldName("definition")
	}
	if n == nil || n.Kind() != "function_definition" {
		return nil, nil
	}
	return n, decorators
}

func (r *reader) methods(class *python.Node, name string) {
	body := class.ChildByFieldName("body")
	if body == nil {
		return
	}
	for _, child := range python.Named(body) {
		f, decorators := r.function(child)
		if f == nil || strings.HasPrefix(r.name(f), "_") || isProperty(decorators) {
			continue
		}
		parameters := r.parameters(f)
		if !isStatic(decorators) {
			parameters = withoutFirst(parameters)
		}
		r.signatures = append(r.signatures, data.Signature{
			Name: r.module + ":" + name + "." + r.name(f), Line: python.Line(f),
			Decorators: decorators, Parameters: parameters,
		})
	}
}

func isStatic(decorators []string) bool {
	for _, d := range decorators {
		if d == "staticmethod" {
			return true
		}
	}
	return false
}

func isProperty(decorators []string) bool {
	for _, d := range decorators {
		if d == "property" || strings.HasSuffix(d, ".setter") || strings.HasSuffix(d, "cached_property") {
			return true
		}
	}
	return false
}

func withoutFirst(ps []data.Parameter) []data.Parameter {
	if len(ps) > 0 && (ps[0].Kind == "" || ps[0].Kind == data.ParameterPositional) {
		return ps[1:]
	}
	return ps
}
