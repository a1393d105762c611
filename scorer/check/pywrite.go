package check

import (
	"path"
	"strings"

	"podium/internal/python"
)

// refusePath holds changes of sys.path to the tree.
func (r *reading) refusePath(p *program, n *node) {
	up := n.parent
	if up.kind == "attribute" && up.parent.kind == "call" && up.field == "function" {
		call := up.parent
		args := call.child("arguments").namedKids()
		switch p.text(up.child("attribute")) {
		case "append", "insert":
			if len(args) > 0 {
				if _, ok := p.treePath(args[len(args)-1], 0); ok {
					return
				}
			}
		case "index", "count", "copy":
			return
		}
	} else if up.kind == "argument_list" && up.parent.kind == "call" {
		if origins := p.origins(up.parent.child("function")); len(origins) == 1 && origins[0] == "builtins.print" {
			return
		}
	}
	r.fail(WrongShape, "changes", n.line, "sys.path may only be given a literal folder of the repository")
}

// treePath reads an expression as a path inside the tree.
func (p *program) treePath(n *node, depth int) (string, bool) {
	if depth > 20 {
		return "", false
	}
	if v, err := p.fold(n); err == nil {
		s, ok := v.(python.String)
		if !ok || s == "" {
			return p.dir, ok
		}
		return inTree(p.dir, string(s))
	}
	if n.kind == "identifier" {
		if p.text(n) == "__file__" {
			return inTree(p.dir, "program.py")
		}
		if value := p.constant(n); value != nil {
			return p.treePath(value, depth+1)
		}
		return "", false
	}
	if n.kind != "call" {
		return "", false
	}
	origins := p.origins(n.child("function"))
	if len(origins) != 1 {
		return "", false
	}
	a, err := p.arguments(n)
	if err != nil || len(a.names) > 0 {
		return "", false
	}
	if origins[0] == "os.getcwd" {
		return p.dir, len(a.positional) == 0
	}
	if len(a.positional) == 0 {
		return "", false
	}
	dir, ok := p.treePath(a.positional[0], depth+1)
	switch origins[0] {
	case "os.path.abspath", "os.path.realpath", "builtins.str":
		return dir, ok
	case "os.path.dirname":
		if dir == "." {
			return "", false
		}
		up, inside := inTree(dir, "..")
		return up, ok && inside
	case "os.path.join":
		for _, k := range a.positional[1:] {
			v, err := p.fold(k)
			name, isString := v.(python.String)
			if err != nil || !isString || !ok {
				return "", false
			}
			dir, ok = inTree(dir, string(name))
		}
		return dir, ok
	}
	return "", false
}

// refuseWrite lets open write files that are no code, under literal names.
func (r *reading) refuseWrite(p *program, n *node, named bool) {
	a, err := p.arguments(n)
	mode := a.keyword["mode"]
	at := 1
	if !named { // Path(…).open(mode)
		at = 0
	}
	if mode == nil && len(a.positional) > at {
		mode = a.positional[at]
	}
	if err == nil && mode == nil {
		return // reading
	}
	v, ferr := p.fold(mode)
	text, ok := v.(python.String)
	if err == nil && ferr == nil && ok && !strings.ContainsAny(string(text), "wax+") {
		return
	}
	if named && len(a.positional) > 0 {
		if v, err := p.fold(a.positional[0]); err == nil {
			if name, ok := v.(python.String); ok && !isCode(string(name)) {
				return
			}
		}
	}
	r.fail(WrongShape, "changes", n.line, "opens a file to write it that may be code")
}

// refuseCodeName refuses the name of a module in a string, unless it is only
// read or printed: what writes files is not all known, and a module written
// first would be imported in place of another. A .py file deeper in the tree
// can be in nobody's place, and is often a configuration that is read.
func (r *reading) refuseCodeName(p *program, n *node) {
	text := strings.TrimRight(p.text(n), `"'`)
	if !p.namesModule(text) {
		return
	}
	for up := n.parent; up != nil; up = up.parent {
		switch up.kind {
		case "argument_list", "keyword_argument", "binary_operator", "parenthesized_expression", "concatenated_string":
			continue
		case "expression_statement", "comparison_operator": // a doc string, a test
			return
		case "call":
			for _, o := range p.origins(up.child("function")) {
				switch {
				case o == "builtins.print", o == "builtins.len", strings.HasPrefix(o, "os.path."), o == "os.listdir":
					return
				case o == "builtins.open":
					return // refuseWrite has looked at it
				}
			}
		}
		break
	}
	r.fail(WrongShape, "changes", n.line, "names a module's file, %s, which it may write", shorten(p.text(n)))
}

// namesModule reports whether a file of that name could be imported in place
// of another: compiled code anywhere, source where imports are looked for first.
func (p *program) namesModule(name string) bool {
	name = strings.ToLower(name)
	for _, ext := range []string{".pyc", ".pyo", ".pyw", ".so"} {
		if strings.HasSuffix(name, ext) {
			return true
		}
	}
	if !strings.HasSuffix(name, ".py") {
		return false
	}
	name = strings.TrimLeft(name, "rbfu\"'")
	dir, base := path.Split(strings.TrimPrefix(name, "./"))
	return dir == "" || strings.HasPrefix(base, "__init__") || strings.Contains(p.src, "sys") && strings.Contains(p.src, "path")
}
