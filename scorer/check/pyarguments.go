package check

import (
	"fmt"

	"podium/internal/python"
)

// args are the arguments of a call, splats of known values expanded.
type args struct {
	positional []*node
	keyword    map[string]*node
	names      []string // of keywords, in order
}

// arguments reads a call's arguments. It is an error when a splat hides some.
func (p *program) arguments(call *node) (args, error) {
	a := args{keyword: map[string]*node{}}
	if p.steps++; p.steps > maxSteps {
		return a, errUnknown
	}
	list := call.child("arguments")
	if list == nil {
		return a, errUnknown
	}
	if list.kind == "generator_expression" {
		a.positional = []*node{list}
		return a, nil
	}
	for _, k := range list.namedKids() {
		switch k.kind {
		case "keyword_argument":
			a.set(p.text(k.child("name")), k.child("value"))
		case "list_splat":
			items := p.display(k.namedKids()[0])
			if items == nil || items.kind != "list" && items.kind != "tuple" {
				return a, fmt.Errorf("line %d: *%w", k.line, errUnknown)
			}
			a.positional = append(a.positional, items.namedKids()...)
		case "dictionary_splat":
			if err := p.splat(&a, p.display(k.namedKids()[0])); err != nil {
				return a, fmt.Errorf("line %d: **%w", k.line, err)
			}
		default:
			a.positional = append(a.positional, k)
		}
	}
	return a, nil
}

func (a *args) set(name string, value *node) {
	if a.keyword[name] == nil {
		a.names = append(a.names, name)
	}
	a.keyword[name] = value
}

// display follows names to a list, tuple or dict that is written out.
func (p *program) display(n *node) *node {
	for range 20 {
		if n == nil || n.kind != "identifier" {
			return n
		}
		n = p.constant(n)
	}
	return nil
}

// splat expands **{"a": 1} and **dict(a=1).
func (p *program) splat(a *args, n *node) error {
	switch {
	case n == nil:
	case n.kind == "dictionary":
		for _, pair := range n.namedKids() {
			if pair.kind != "pair" {
				return errUnknown
			}
			key, err := p.fold(pair.child("key"))
			name, ok := key.(python.String)
			if err != nil || !ok {
				return errUnknown
			}
			a.set(string(name), pair.child("value"))
		}
		return nil
	case n.kind == "call" && len(p.origins(n.child("function"))) == 1 && p.origins(n.child("function"))[0] == "builtins.dict":
		inner, err := p.arguments(n)
		if err != nil || len(inner.positional) > 0 {
			return errUnknown
		}
		for _, name := range inner.names {
			a.set(name, inner.keyword[name])
		}
		return nil
	}
	return errUnknown
}
