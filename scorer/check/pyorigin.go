package check

import (
	"slices"
	"strings"
)

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
