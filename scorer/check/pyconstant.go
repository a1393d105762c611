package check

// constant returns the expression a name stands for at n: the one it is
// assigned, or, where it is assigned several times in one row of statements,
// the last one before n. A parameter stands for what the only calls pass.
func (p *program) constant(n *node) *node {
	value := p.bound(n)
	if value != nil && p.aliased[p.text(n)] && len(p.mutated) > 0 && p.isContainer(value) {
		return nil
	}
	return value
}

// classConstant returns what Config.width or config.width stands for, where
// Config is a class of the program that assigns width once, and config is made
// from it without arguments.
func (p *program) classConstant(n *node) *node {
	object, name := n.child("object"), p.text(n.child("attribute"))
	if object.kind != "identifier" || p.set[name] {
		return nil
	}
	bs, _ := object.scope.lookup(p.text(object))
	if len(bs) != 1 {
		return nil
	}
	var class *node
	switch b := bs[0]; {
	case b.kind == bindClass:
		class = b.value
	case b.kind == bindAssign && b.value.kind == "call" && len(b.value.child("arguments").namedKids()) == 0:
		class = p.classOf(b.value)
	}
	if class == nil || len(p.methods(class, "__init__")) > 0 || len(p.methods(class, name)) > 0 || class.child("superclasses") != nil {
		return nil
	}
	bs = p.classes[class].names[name]
	if len(bs) != 1 || bs[0].kind != bindAssign {
		return nil
	}
	return bs[0].value
}

// isContainer reports whether an expression makes something that can be changed in place.
func (p *program) isContainer(n *node) bool {
	switch n.kind {
	case "list", "dictionary", "set", "list_comprehension", "dictionary_comprehension", "set_comprehension":
		return true
	case "call":
		origins := p.origins(n.child("function"))
		return len(origins) == 1 && (origins[0] == "builtins.dict" || origins[0] == "builtins.list" || origins[0] == "builtins.set")
	}
	return false
}

func (p *program) bound(n *node) *node {
	name := p.text(n)
	if p.mutated[name] {
		return nil
	}
	bs, at := n.scope.lookup(name)
	if len(bs) == 1 {
		switch bs[0].kind {
		case bindAssign:
			return bs[0].value
		case bindParam:
			return p.passed(bs[0], at)
		}
		return nil
	}
	if at != n.scope || len(bs) > 100 {
		return nil
	}
	var last *node
	for _, b := range bs {
		if b.kind != bindAssign || block(b.at) != block(bs[0].at) || !n.inside(block(b.at)) || inLoop(n, block(b.at)) {
			return nil
		}
		if b.at.to <= n.from {
			last = b.value
		}
	}
	return last
}

// block is the row of statements an assignment stands in.
func block(at *node) *node {
	if at.parent != nil && at.parent.kind == "expression_statement" {
		return at.parent.parent
	}
	return at.parent
}

// inLoop reports whether n stands in a loop inside the block.
func inLoop(n, block *node) bool {
	for ; n != nil && n != block; n = n.parent {
		if n.kind == "for_statement" || n.kind == "while_statement" {
			return true
		}
	}
	return false
}

// passed returns what a parameter of a function gets, when its calls by name
// agree on it: all leave it to its default, or there is one call.
func (p *program) passed(b binding, s *scope) *node {
	def := s.node
	if def.kind != "function_definition" {
		return nil
	}
	index, name := -1, ""
	for i, k := range def.child("parameters").namedKids() {
		if k == b.at {
			index = i
		}
	}
	if name = p.paramName(b.at); index < 0 || name == "" {
		return nil
	}
	calls := p.callsOf(def)
	if p.isMethod(def) {
		index--
	}
	value := b.value
	for _, call := range calls {
		args, err := p.arguments(call)
		if err != nil {
			return nil
		}
		given := args.keyword[name]
		if given == nil && index >= 0 && index < len(args.positional) {
			given = args.positional[index]
		}
		if given == nil {
			given = b.value
		}
		if len(calls) > 1 && given != b.value {
			return nil
		}
		value = given
	}
	return value
}

func (p *program) paramName(param *node) string {
	switch param.kind {
	case "identifier":
		return p.text(param)
	case "default_parameter", "typed_default_parameter":
		return p.text(param.child("name"))
	case "typed_parameter":
		if param.kids[0].kind == "identifier" {
			return p.text(param.kids[0])
		}
	}
	return ""
}
