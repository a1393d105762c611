package check

// reach decides which calls are certain to run when the program does, by going
// through its statements as Python would and taking no branch for granted.
type reach struct {
	*program
	entry func(call *node) bool
	runs  map[*node]bool // functions gone through: whether calling one is certain to call the entry
}

// block reports whether running the statements is certain to call the entry.
func (r *reach) block(n *node) bool {
	if n == nil {
		return false
	}
	for _, s := range n.namedKids() {
		if r.statement(s) {
			return true
		}
		if r.mayLeave(s) {
			return false
		}
	}
	return false
}

func (r *reach) statement(n *node) bool {
	switch n.kind {
	case "if_statement":
		return r.ifStatement(n)
	case "for_statement":
		return r.expression(n.child("right")) || r.nonEmpty(n.child("right"), 0) && r.block(n.child("body"))
	case "while_statement":
		if on, known := r.truth(n.child("condition")); known {
			return on && (r.expression(n.child("condition")) || r.block(n.child("body")))
		}
		return r.expression(n.child("condition"))
	case "with_statement":
		for _, k := range n.namedKids() {
			if k.kind == "with_clause" && r.expression(k) {
				return true
			}
		}
		return !r.async(n) && r.block(n.child("body"))
	case "try_statement":
		if r.block(n.child("body")) {
			return true
		}
		for _, k := range n.kids {
			if k.kind == "finally_clause" {
				kids := k.namedKids()
				return r.block(kids[len(kids)-1])
			}
		}
		return false
	case "function_definition":
		return r.expression(n.child("parameters"))
	case "class_definition":
		return r.expression(n.child("superclasses")) || r.block(n.child("body"))
	case "decorated_definition":
		for _, k := range n.namedKids() {
			if k.kind == "decorator" && r.expression(k) {
				return true
			}
		}
		return r.statement(n.child("definition"))
	case "match_statement":
		return r.expression(n.child("subject"))
	case "import_statement", "import_from_statement", "global_statement", "nonlocal_statement", "pass_statement":
		return false
	}
	return r.expression(n)
}

func (r *reach) ifStatement(n *node) bool {
	condition, body := n.child("condition"), n.child("consequence")
	alternatives := []*node{}
	for _, k := range n.kids {
		if k.field == "alternative" {
			alternatives = append(alternatives, k)
		}
	}
	all := true // of the branches so far call the entry
	for {
		if r.expression(condition) {
			return all
		}
		on, known := r.truth(condition)
		if known && on {
			return all && r.block(body)
		}
		if !known {
			all = all && r.block(body)
		}
		if len(alternatives) == 0 {
			return false
		}
		next := alternatives[0]
		alternatives = alternatives[1:]
		if next.kind == "else_clause" {
			return all && r.block(next.child("body"))
		}
		condition, body = next.child("condition"), next.child("consequence")
	}
}

// mayLeave reports whether a statement may end the block it stands in other
// than by raising: what follows is then not certain to run.
func (r *reach) mayLeave(n *node) bool {
	switch n.kind {
	case "return_statement", "break_statement", "continue_statement", "raise_statement":
		return true
	case "while_statement":
		if on, known := r.truth(n.child("condition")); known && on && !leavesEarly(n.child("body")) {
			return true
		}
	case "if_statement":
		if on, known := r.truth(n.child("condition")); known && !on && n.child("alternative") == nil {
			return false
		}
	case "assert_statement":
		on, known := r.truth(n.namedKids()[0])
		return known && !on
	case "function_definition", "class_definition", "decorated_definition":
		return false
	}
	found := false
	n.each(func(m *node) bool {
		switch m.kind {
		case "return_statement":
			found = true
		case "break_statement", "continue_statement":
			found = found || !loopBetween(m, n)
		case "function_definition", "lambda", "class_definition":
			return false
		}
		return !found
	})
	return found
}

// loopBetween reports whether a loop at or below n holds m.
func loopBetween(m, n *node) bool {
	for ; m != nil; m = m.parent {
		if m.kind == "for_statement" || m.kind == "while_statement" {
			return true
		}
		if m == n {
			return false
		}
	}
	return false
}

func (r *reach) async(n *node) bool {
	return len(n.kids) > 0 && n.kids[0].kind == "async"
}

// expression reports whether evaluating n is certain to call the entry.
func (r *reach) expression(n *node) bool {
	if n == nil {
		return false
	}
	switch n.kind {
	case "lambda", "type", "generator_expression", "string_content", "block":
		return false
	case "conditional_expression":
		kids := n.namedKids()
		if len(kids) != 3 {
			return false
		}
		if on, known := r.truth(kids[1]); known {
			if on {
				return r.expression(kids[0])
			}
			return r.expression(kids[2])
		}
		return r.expression(kids[1]) || r.expression(kids[0]) && r.expression(kids[2])
	case "boolean_operator":
		if r.expression(n.child("left")) {
			return true
		}
		on, known := r.truth(n.child("left"))
		return known && on == (r.text(n.child("operator")) == "and") && r.expression(n.child("right"))
	case "comparison_operator":
		for i, k := range n.namedKids() {
			if i < 2 && r.expression(k) {
				return true
			}
		}
		return false
	case "list_comprehension", "set_comprehension", "dictionary_comprehension":
		return r.comprehension(n)
	case "call":
		return r.call(n)
	}
	for _, k := range n.kids {
		if r.expression(k) {
			return true
		}
	}
	return false
}

func (r *reach) comprehension(n *node) bool {
	runs := true
	for _, k := range n.namedKids() {
		switch k.kind {
		case "for_in_clause":
			if runs && r.expression(k.child("right")) {
				return true
			}
			runs = runs && r.nonEmpty(k.child("right"), 0)
		case "if_clause":
			on, known := r.truth(k.namedKids()[0])
			runs = runs && known && on
		}
	}
	return runs && r.expression(n.child("body"))
}

// call goes through a call's parts, and into functions and classes that the
// program defines.
func (r *reach) call(n *node) bool {
	if r.expression(n.child("function")) || r.expression(n.child("arguments")) || r.entry(n) {
		return true
	}
	for _, def := range r.definitions(n.child("function")) {
		runs, seen := r.runs[def]
		if !seen {
			r.runs[def] = false // while it is gone through: recursion makes nothing certain
			runs = !r.async(def) && !yields(def) && r.block(def.child("body"))
			r.runs[def] = runs
		}
		if runs {
			return true
		}
	}
	return false
}

// yields reports whether a function is a generator: calling it runs nothing.
func yields(def *node) bool {
	found := false
	def.child("body").each(func(n *node) bool {
		found = found || n.kind == "yield"
		return !found && n.kind != "function_definition" && n.kind != "lambda" && n.kind != "class_definition"
	})
	return found
}
