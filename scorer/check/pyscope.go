package check

import (
	"slices"
	"strings"
)

// scope is where names are bound: a module, function, class, lambda or comprehension.
type scope struct {
	node    *node
	parent  *scope
	class   bool // invisible from the functions inside
	names   map[string][]binding
	stars   []string        // modules of from M import *
	outside map[string]bool // declared global or nonlocal
}

type bindKind int

const (
	bindOther  bindKind = iota // loop variables, unpacking, with, except, del, +=, …
	bindAssign                 // name = value
	bindImport
	bindDef
	bindClass
	bindParam // value is the default, if any
)

type binding struct {
	kind  bindKind
	path  string // bindImport: the dotted origin
	value *node
	at    *node // the statement or parameter
}

func (s *scope) bind(name string, b binding) {
	target := s
	if s.outside[name] { // when it is changed is not read
		b.kind = bindOther
		for target.parent != nil {
			target = target.parent
			target.names[name] = append(target.names[name], b)
		}
		return
	}
	target.names[name] = append(target.names[name], b)
}

// lookup returns the bindings of a name as seen from s, and their scope.
func (s *scope) lookup(name string) ([]binding, *scope) {
	for at := s; at != nil; at = at.parent {
		if at.class && at != s {
			continue
		}
		if bs := at.names[name]; len(bs) > 0 {
			return bs, at
		}
	}
	return nil, nil
}

// scopes assigns each node its scope and collects bindings, calls and mutations.
func (p *program) scopes() *scope {
	module := p.newScope(p.root, nil)
	p.collect(p.root, module)
	return module
}

func (p *program) newScope(n *node, parent *scope) *scope {
	s := &scope{node: n, parent: parent, names: map[string][]binding{}, outside: map[string]bool{}}
	if parent == nil {
		return s
	}
	// A declaration counts for the whole scope, so they come first.
	n.each(func(m *node) bool {
		switch m.kind {
		case "global_statement", "nonlocal_statement":
			for _, k := range m.namedKids() {
				s.outside[p.text(k)] = true
			}
		case "function_definition", "class_definition", "lambda":
			return m == n
		}
		return true
	})
	return s
}

func (p *program) collect(n *node, s *scope) {
	n.scope = s
	switch n.kind {
	case "import_statement":
		p.importNames(n, s)
	case "import_from_statement":
		p.importFrom(n, s)
	case "assignment":
		if right := n.child("right"); right != nil {
			p.bindTarget(n.child("left"), right, n, s)
		}
	case "augmented_assignment":
		p.bindTarget(n.child("left"), nil, n, s)
	case "named_expression":
		outer := s
		for outer.node.kind != "module" && outer.node.kind != "function_definition" && outer.node.kind != "lambda" {
			outer = outer.parent
		}
		p.bindTarget(n.child("name"), nil, n, outer)
	case "for_statement", "for_in_clause":
		p.bindTarget(n.child("left"), nil, n, s)
	case "as_pattern":
		if alias := n.child("alias"); alias != nil {
			p.bindTarget(alias, nil, n, s)
		}
	case "delete_statement":
		for _, k := range n.namedKids() {
			p.bindTarget(k, nil, n, s)
		}
	case "except_clause", "except_group_clause":
		if alias := n.child("alias"); alias != nil {
			p.bindTarget(alias, nil, n, s)
		}
	case "case_pattern":
		if kids := n.namedKids(); len(kids) == 1 && kids[0].kind == "dotted_name" {
			p.bindTarget(kids[0], nil, n, s)
		}
	case "call":
		p.calls = append(p.calls, n)
		p.noteMutation(n)
	case "identifier":
		if isReference(n) {
			p.uses[p.text(n)]++
		}
	case "function_definition":
		s.bind(p.text(n.child("name")), binding{kind: bindDef, value: n, at: n})
		inner := p.newScope(n, s)
		if params := n.child("parameters"); params != nil {
			p.bindParams(params, inner)
		}
		p.collectKids(n, s, inner)
		return
	case "lambda":
		inner := p.newScope(n, s)
		if params := n.child("parameters"); params != nil {
			p.bindParams(params, inner)
		}
		p.collectKids(n, s, inner)
		return
	case "class_definition":
		s.bind(p.text(n.child("name")), binding{kind: bindClass, value: n, at: n})
		inner := p.newScope(n, s)
		inner.class = true
		p.classes[n] = inner
		p.collectKids(n, s, inner)
		return
	case "list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression":
		s = p.newScope(n, s)
	}
	for _, k := range n.kids {
		p.collect(k, s)
	}
}

// collectKids walks a definition: its body in its own scope, defaults, bases
// and annotations in the one around.
func (p *program) collectKids(n *node, outer, inner *scope) {
	for _, k := range n.kids {
		if k.field == "body" {
			p.collect(k, inner)
		} else {
			p.collect(k, outer)
		}
	}
}

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

// maxOrigins bounds how many things a name is taken to stand for.
const maxOrigins = 64

// origins returns the dotted names an expression may stand for: what it was
// imported as, "builtins.NAME" for a name nobody binds, none for anything else.
func (p *program) origins(n *node) []string {
	if n == nil {
		return nil
	}
	switch n.kind {
	case "parenthesized_expression":
		if kids := n.namedKids(); len(kids) == 1 {
			return p.origins(kids[0])
		}
	case "attribute":
		var list []string
		for _, o := range p.origins(n.child("object")) {
			list = append(list, o+"."+p.text(n.child("attribute")))
		}
		return list
	case "identifier":
		return p.nameOrigins(p.text(n), n.scope)
	}
	return nil
}

// nameOrigins follows a name to its imports, once for each scope and name.
func (p *program) nameOrigins(name string, from *scope) []string {
	bs, at := from.lookup(name)
	if len(bs) == 0 {
		var list []string
		for s := from; s != nil; s = s.parent {
			for _, module := range s.stars {
				list = append(list, module+"."+name)
			}
		}
		return append(list, "builtins."+name)
	}
	key := scopedName{at, name}
	if list, ok := p.known[key]; ok {
		return list
	}
	p.known[key] = nil // a name that stands for itself stands for nothing
	var list []string
	for _, b := range bs {
		switch b.kind {
		case bindImport:
			list = append(list, b.path)
		case bindAssign:
			list = append(list, p.origins(b.value)...)
		}
		slices.Sort(list)
		if list = slices.Compact(list); len(list) > maxOrigins {
			list = list[:maxOrigins]
		}
	}
	p.known[key] = list
	return list
}

// rebound reports whether a name that an import binds is bound to anything else
// as well, so that what it stands for depends on what runs when.
func (p *program) rebound(n *node) bool {
	for depth := 0; n != nil && depth < 50; depth++ {
		switch n.kind {
		case "attribute":
			n = n.child("object")
		case "parenthesized_expression":
			n = n.namedKids()[0]
		case "identifier":
			bs, _ := n.scope.lookup(p.text(n))
			if !slices.ContainsFunc(bs, func(b binding) bool { return b.kind != bindImport }) {
				return !p.sameName(bs)
			}
			if len(bs) > 1 || bs[0].kind != bindAssign {
				return true
			}
			n = bs[0].value
		default:
			return true
		}
	}
	return true
}

// sameName reports whether imports bind things of one name: a second one is
// then a fallback. A star import binds none here.
func (p *program) sameName(bs []binding) bool {
	for _, b := range bs {
		if lastPart(b.path) != lastPart(bs[0].path) {
			return false
		}
	}
	return true
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

type scopedName struct {
	scope *scope
	name  string
}
