package check

import "strings"

// touched returns the names that the entry, its objects or functions using them
// are bound to, followed until nothing is added.
func (r *reading) touched(p *program) map[string]bool {
	names := map[string]bool{}
	if r.task == nil {
		return nil
	}
	type definition struct {
		name string
		body *node
	}
	var definitions []definition
	p.root.each(func(n *node) bool {
		switch n.kind {
		case "assignment", "named_expression":
			left := n.child("left")
			if left == nil {
				left = n.child("name")
			}
			left.each(func(k *node) bool {
				if k.kind == "identifier" {
					definitions = append(definitions, definition{p.text(k), n})
				}
				return true
			})
		case "function_definition", "class_definition":
			definitions = append(definitions, definition{p.text(n.child("name")), n})
		}
		return true
	})
	// A few rounds follow any chain that a person writes; where more would be
	// needed, the rest counts as touched.
	const rounds = 8
	for round := range rounds {
		grown := false
		for _, d := range definitions {
			if !names[d.name] && (round == rounds-1 || r.mentions(p, d.body, names)) {
				names[d.name], grown = true, true
			}
		}
		if !grown {
			break
		}
	}
	return names
}

func (r *reading) mentions(p *program, n *node, names map[string]bool) bool {
	found := false
	n.each(func(m *node) bool {
		if m.kind == "identifier" && isReference(m) {
			found = found || names[p.text(m)]
			for _, o := range p.origins(m) {
				found = found || r.isEntryPath(o) || r.leadsToEntry(o)
			}
		}
		return !found
	})
	return found
}

// leadsToEntry reports whether a dotted name is a package or module on the way to the entry.
func (r *reading) leadsToEntry(path string) bool {
	module, _, _ := strings.Cut(r.task.Entry, ":")
	return path == module || strings.HasPrefix(module, path+".")
}

// touches reports whether n mentions something that may be the entry or lead to
// it. Without a task, any call may.
func (r *reading) touches(p *program, n *node, names map[string]bool) bool {
	if r.task != nil {
		return r.mentions(p, n, names)
	}
	found := false
	n.each(func(m *node) bool {
		found = found || m.kind == "call"
		return !found
	})
	return found
}

func (r *reading) isEntryObject(p *program, value *node) bool {
	if value == nil || r.task == nil {
		return false
	}
	for _, o := range p.origins(p.maker(value)) {
		if r.isEntryPath(o) {
			return true
		}
	}
	return false
}

// dead reports whether a call cannot run: it stands behind a condition that is
// false, or in a function that nothing mentions.
func (p *program) dead(r *reach, call *node) bool {
	for n := call; n.parent != nil; n = n.parent {
		up := n.parent
		switch up.kind {
		case "if_statement", "elif_clause", "while_statement":
			if condition := up.child("condition"); condition != nil && n != condition {
				on, known := r.truth(condition)
				if known && on == (n.field == "alternative") {
					return true
				}
			}
		case "function_definition":
			name := p.text(up.child("name"))
			if !p.isMethod(up) && p.uses[name] == 0 {
				return true
			}
		}
	}
	return false
}
