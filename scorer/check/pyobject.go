package check

import (
	"slices"
	"strings"
)

// objectCalls returns the calls of the object that the entry's call makes:
// Entry(…)(x), x = Entry(…); x(y), x.forward(y), x.to(device)(y), and the same
// where a function of the program makes and returns it or is handed it.
func (p *program) objectCalls(entry *node) []*node {
	objects := p.objects(entry)
	var calls []*node
	for _, call := range p.calls {
		f := call.child("function")
		if f.kind == "attribute" && p.text(f.child("attribute")) == "forward" {
			f = f.child("object")
		}
		if slices.Contains(objects, unchained(p, f)) || slices.ContainsFunc(objects, func(o *node) bool { return p.isMadeBy(unchained(p, f), o) }) {
			calls = append(calls, call)
		}
	}
	return calls
}

// objects returns the expressions that stand for the object: the call that
// makes it with the methods that return it, and the calls of functions of the
// program that return that.
func (p *program) objects(entry *node) []*node {
	objects := []*node{chained(p, entry)}
	const most = 20
	for i := 0; i < len(objects) && len(objects) < most; i++ {
		object := objects[i]
		if def := returnedBy(p, object); def != nil {
			for _, call := range p.callsOf(def) {
				if call = chained(p, call); !slices.Contains(objects, call) {
					objects = append(objects, call)
				}
			}
		}
	}
	return objects
}

// returnedBy returns the function that returns an expression, itself or by the
// name it is assigned.
func returnedBy(p *program, object *node) *node {
	at := object.parent
	if at.kind == "assignment" && at.child("left").kind == "identifier" && at.scope.node.kind == "function_definition" {
		name := p.text(at.child("left"))
		returned := false
		at.scope.node.child("body").each(func(n *node) bool {
			if n.kind == "return_statement" {
				kids := n.namedKids()
				returned = returned || len(kids) == 1 && kids[0].kind == "identifier" && p.text(kids[0]) == name
			}
			return !returned
		})
		if returned {
			return at.scope.node
		}
	}
	if at.kind == "return_statement" && at.scope.node.kind == "function_definition" {
		return at.scope.node
	}
	return nil
}

// sameObject are methods that return the object they are called on.
const sameObject = " to cuda cpu float double half eval train requires_grad_ apply "

// chained follows methods that return their object, Entry(…).to(device).eval(),
// and conditions that choose between two.
func chained(p *program, n *node) *node {
	for {
		up := n.parent
		switch {
		case n.field == "object" && up.kind == "attribute" && up.field == "function" && strings.Contains(sameObject, " "+p.text(up.child("attribute"))+" "):
			n = up.parent
		case up.kind == "conditional_expression", up.kind == "parenthesized_expression":
			n = up
		default:
			return n
		}
	}
}

// unchained is chained backwards: x for x.to(device).eval().
func unchained(p *program, n *node) *node {
	for n.kind == "call" {
		f := n.child("function")
		if f.kind != "attribute" || !strings.Contains(sameObject, " "+p.text(f.child("attribute"))+" ") || f.child("object").kind == "call" {
			return n
		}
		n = f.child("object")
	}
	return n
}

// isMadeBy reports whether a name, or self.name, stands for the object.
func (p *program) isMadeBy(f, object *node) bool {
	if f.kind == "identifier" {
		bs, _ := f.scope.lookup(p.text(f))
		if slices.ContainsFunc(bs, func(b binding) bool { return b.kind == bindAssign && b.value == object }) {
			return true
		}
		value := p.display(f) // through parameters and other names
		return value == object
	}
	at := object.parent
	return f.kind == "attribute" && at.kind == "assignment" && object.field == "right" && p.text(at.child("left")) == p.text(f)
}
