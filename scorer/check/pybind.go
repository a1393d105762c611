package check

import "strings"

func (p *program) bindParams(params *node, s *scope) {
	for _, k := range params.namedKids() {
		name, value := k, (*node)(nil)
		switch k.kind {
		case "default_parameter", "typed_default_parameter":
			name, value = k.child("name"), k.child("value")
		case "typed_parameter":
			name = k.kids[0]
		}
		kind := bindParam
		if name.kind != "identifier" { // *args, **kwargs
			kind = bindOther
			if kids := name.namedKids(); len(kids) == 1 {
				name = kids[0]
			}
		}
		if name.kind == "identifier" {
			s.bind(p.text(name), binding{kind: kind, value: value, at: k})
		}
	}
}

// bindTarget binds the names of an assignment's left side; value is its right
// side where that is known.
func (p *program) bindTarget(left, value, at *node, s *scope) {
	for value != nil && value.kind == "assignment" { // a = b = 1
		value = value.child("right")
		p.alias(left)
	}
	if value != nil && value.kind == "identifier" && left.kind == "identifier" {
		p.alias(left)
		p.alias(value)
	}
	switch left.kind {
	case "identifier":
		kind := bindAssign
		if value == nil {
			kind = bindOther
		}
		s.bind(p.text(left), binding{kind: kind, value: value, at: at})
	case "dotted_name", "as_pattern_target", "list_splat_pattern", "parenthesized_expression":
		for _, k := range left.namedKids() {
			p.bindTarget(k, nil, at, s)
		}
	case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list":
		lefts := left.namedKids()
		var values []*node
		if value != nil && (value.kind == "expression_list" || value.kind == "tuple" || value.kind == "list") {
			values = value.namedKids()
		}
		for i, k := range lefts {
			if len(values) == len(lefts) {
				p.bindTarget(k, values[i], at, s)
			} else {
				p.bindTarget(k, nil, at, s)
			}
		}
	case "attribute":
		p.set[p.text(left.child("attribute"))] = true
	case "subscript":
		if root := left.child("value"); root.kind == "identifier" {
			p.mutated[p.text(root)] = true
		}
	}
}

// alias notes a name that shares its value with another: what changes the one
// in place changes both, so a container is not read through it.
func (p *program) alias(n *node) {
	if n.kind == "identifier" {
		p.aliased[p.text(n)] = true
	}
}

func (p *program) importNames(n *node, s *scope) {
	for _, k := range n.namedKids() {
		switch k.kind {
		case "dotted_name":
			path := p.dotted(k)
			first, _, _ := strings.Cut(path, ".")
			s.bind(first, binding{kind: bindImport, path: first, at: n})
		case "aliased_import":
			s.bind(p.text(k.child("alias")), binding{kind: bindImport, path: p.dotted(k.child("name")), at: n})
		}
	}
}

func (p *program) importFrom(n *node, s *scope) {
	module := p.dotted(n.child("module_name"))
	for _, k := range n.kids {
		switch {
		case k.kind == "wildcard_import":
			s.stars = append(s.stars, module)
		case k.field != "name":
		case k.kind == "aliased_import":
			s.bind(p.text(k.child("alias")), binding{kind: bindImport, path: module + "." + p.dotted(k.child("name")), at: n})
		default:
			name := p.dotted(k)
			s.bind(name, binding{kind: bindImport, path: module + "." + name, at: n})
		}
	}
}

// dotted returns a dotted name without the blanks that may stand in it.
func (p *program) dotted(n *node) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(p.text(n), "\\\n", "")), "")
}

// mutators are methods that change a list, dict or set in place.
const mutators = " append extend insert pop remove clear update setdefault popitem sort reverse add discard __setitem__ "

func (p *program) noteMutation(call *node) {
	f := call.child("function")
	if f == nil || f.kind != "attribute" {
		return
	}
	if root := f.child("object"); root.kind == "identifier" && strings.Contains(mutators, " "+p.text(f.child("attribute"))+" ") {
		p.mutated[p.text(root)] = true
	}
}

// isReference reports whether an identifier is read or written as a name, and
// not an attribute, a keyword's name or part of an import or a definition.
func isReference(n *node) bool {
	switch n.parent.kind {
	case "attribute":
		return n.field == "object"
	case "keyword_argument":
		return n.field == "value"
	case "dotted_name", "aliased_import":
		return false
	case "function_definition", "class_definition":
		return n.field != "name"
	case "default_parameter", "typed_default_parameter":
		return n.field != "name"
	case "parameters", "lambda_parameters":
		return false
	}
	return true
}
