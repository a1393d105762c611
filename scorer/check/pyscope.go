package check

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
