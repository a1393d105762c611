package check

// definitions returns the functions of the program that calling f runs: the one
// named, a class's __init__, a method of an object made from a class of the
// program, or such an object's forward or __call__.
func (p *program) definitions(f *node) []*node {
	if f == nil {
		return nil
	}
	switch f.kind {
	case "identifier":
		bs, _ := f.scope.lookup(p.text(f))
		if len(bs) != 1 {
			return nil
		}
		switch b := bs[0]; b.kind {
		case bindDef:
			return []*node{b.value}
		case bindClass:
			return p.methods(b.value, "__init__")
		case bindAssign:
			if class := p.classOf(b.value); class != nil {
				return append(p.methods(class, "forward"), p.methods(class, "__call__")...)
			}
			if b.value.kind == "identifier" && !f.inside(b.value) && b.value != f {
				if bs, _ := b.value.scope.lookup(p.text(b.value)); len(bs) == 1 && bs[0].kind == bindDef {
					return []*node{bs[0].value}
				}
			}
		}
	case "call": // Class()(x)
		if class := p.classOf(f); class != nil {
			return append(p.methods(class, "forward"), p.methods(class, "__call__")...)
		}
	case "attribute":
		object, name := f.child("object"), p.text(f.child("attribute"))
		if object.kind == "call" {
			return p.methods(p.classOf(object), name)
		}
		if object.kind != "identifier" {
			return nil
		}
		if p.text(object) == "self" {
			for s := f.scope; s != nil; s = s.parent {
				if s.class {
					return p.methods(s.node, name)
				}
			}
		}
		bs, _ := object.scope.lookup(p.text(object))
		if len(bs) == 1 && bs[0].kind == bindAssign {
			return p.methods(p.classOf(bs[0].value), name)
		}
	}
	return nil
}

// classOf returns the class of the program that a call makes an object of.
func (p *program) classOf(call *node) *node {
	for call != nil && call.kind == "call" {
		f := call.child("function")
		if f.kind == "identifier" {
			if bs, _ := f.scope.lookup(p.text(f)); len(bs) == 1 && bs[0].kind == bindClass {
				return bs[0].value
			}
			return nil
		}
		if f.kind != "attribute" { // Class().to(device): most methods of a model return it
			return nil
		}
		call = f.child("object")
	}
	return nil
}

func (p *program) methods(class *node, name string) []*node {
	if class == nil {
		return nil
	}
	var list []*node
	for _, k := range class.child("body").namedKids() {
		if k.kind == "decorated_definition" {
			k = k.child("definition")
		}
		if k.kind == "function_definition" && p.text(k.child("name")) == name {
			list = append(list, k)
		}
	}
	return list
}

func (p *program) isMethod(def *node) bool {
	at := def.parent
	if at.kind == "decorated_definition" {
		at = at.parent
	}
	return at.parent != nil && at.parent.kind == "class_definition"
}

// callsOf returns the calls that run a function of the program.
func (p *program) callsOf(def *node) []*node {
	if calls, ok := p.callers[def]; ok {
		return calls
	}
	if p.callers == nil {
		p.callers = map[*node][]*node{}
		for _, call := range p.calls {
			for _, d := range p.definitions(call.child("function")) {
				p.callers[d] = append(p.callers[d], call)
			}
		}
	}
	return p.callers[def]
}
