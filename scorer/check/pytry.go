package check

// refuseTry refuses a try that may swallow the entry's failure. It is fine
// around imports alone, around what does not touch the entry, and where every
// handler raises again.
func (r *reading) refuseTry(p *program, n *node, entry func(*node) bool) {
	touches := entry(n.child("body"))
	if otherwise := n.child("else"); otherwise != nil {
		touches = touches || entry(otherwise)
	}
	n.child("body").each(func(m *node) bool {
		touches = touches || m.kind == "yield" // a context manager's body is the caller's
		return !touches
	})
	if !touches {
		return
	}
	for _, k := range n.kids {
		if k.kind != "except_clause" && k.kind != "except_group_clause" {
			continue
		}
		kids := k.namedKids()
		body := kids[len(kids)-1]
		statements := body.namedKids()
		if len(statements) == 0 || statements[len(statements)-1].kind != "raise_statement" || leavesEarly(body) {
			r.fail(WrongShape, "swallows", k.line, "an except that does not raise again hides a failure of the entry")
		}
	}
}

// leavesEarly reports whether a block can be left by return, break or continue.
func leavesEarly(n *node) bool {
	found := false
	n.each(func(m *node) bool {
		switch m.kind {
		case "return_statement", "break_statement", "continue_statement":
			found = true
		case "function_definition", "lambda", "class_definition":
			return false
		}
		return !found
	})
	return found
}

func (r *reading) refuseFinally(n *node) {
	if leavesEarly(n) {
		r.fail(WrongShape, "swallows", n.line, "return, break or continue in finally drops the exception")
	}
}
