package signature

import (
	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// parameters reads a function's parameters.
func (r *reader) parameters(function *python.Node) []data.Parameter {
	ps := []data.Parameter{}
	list := function.ChildByFieldName("parameters")
	if list == nil {
		return ps
	}
	kind := ""
	for _, n := range python.Named(list) {
		switch n.Kind() {
		case "positional_separator":
			for i := range ps {
				ps[i].Kind = data.ParameterPositional
			}
			continue
		case "keyword_separator":
			kind = data.ParameterKeyword
			continue
		}
		p, ok := r.parameter(n)
		if !ok {
			continue
		}
		switch p.Kind {
		case data.ParameterArgs:
			kind = data.ParameterKeyword
		case "":
			p.Kind = kind
		}
		ps = append(ps, p)
	}
	return ps
}

func (r *reader) parameter(n *python.Node) (data.Parameter, bool) {
	switch n.Kind() {
	case "identifier":
		return data.Parameter{Name: r.text(n)}, true
	case "default_parameter", "typed_default_parameter":
		name, value := n.ChildByFieldName("name"), n.ChildByFieldName("value")
		if name == nil || value == nil {
			return data.Parameter{}, false
		}
		text := source.Expression(value, r.src)
		return data.Parameter{Name: r.text(name), Default: &text}, true
	case "list_splat_pattern", "dictionary_splat_pattern":
		kind := data.ParameterArgs
		if n.Kind() == "dictionary_splat_pattern" {
			kind = data.ParameterKwargs
		}
		if inner := python.Named(n); len(inner) == 1 {
			return data.Parameter{Name: r.text(inner[0]), Kind: kind}, true
		}
	case "typed_parameter":
		if inner := python.Named(n); len(inner) > 0 {
			return r.parameter(inner[0])
		}
	}
	return data.Parameter{}, false
}

// fields are a dataclass's: annotated names of its body.
func (r *reader) fields(body *python.Node) []data.Parameter {
	ps := []data.Parameter{}
	for _, statement := range python.Named(body) {
		if statement.Kind() != "expression_statement" {
			continue
		}
		for _, n := range python.Named(statement) {
			left, annotation := n.ChildByFieldName("left"), n.ChildByFieldName("type")
			if n.Kind() != "assignment" || annotation == nil || left == nil || left.Kind() != "identifier" {
				continue
			}
			p := data.Parameter{Name: r.text(left)}
			if value := n.ChildByFieldName("right"); value != nil {
				text := source.Expression(value, r.src)
				p.Default = &text
			}
			ps = append(ps, p)
		}
	}
	return ps
}
