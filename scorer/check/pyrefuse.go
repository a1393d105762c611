package check

import (
	"strings"

	"podium/internal/python"
)

// refuse records what strict does not let a Python program do.
// entry says whether a node may call the task's entry.
func (r *reading) refuse(p *program, entry func(*node) bool) {
	p.root.each(func(n *node) bool {
		switch n.kind {
		case "print_statement", "exec_statement":
			r.fail(WrongShape, "syntax", n.line, "a statement of Python 2")
		case "import_statement", "import_from_statement":
			r.refuseImport(p, n)
		case "identifier":
			if isReference(n) {
				r.refuseName(p, n)
			}
		case "attribute":
			r.refuseAttribute(p, n)
		case "call":
			r.refuseCall(p, n)
		case "try_statement":
			r.refuseTry(p, n, entry)
		case "finally_clause":
			r.refuseFinally(n)
		case "string":
			r.refuseCodeName(p, n)
		case "function_definition":
			switch name := p.text(n.child("name")); name {
			case "__exit__", "__aexit__", "__getattribute__", "__del__":
				r.fail(WrongShape, "leaves", n.line, "%s can hide a failure", name)
			}
		case "assignment", "augmented_assignment", "for_statement", "for_in_clause":
			r.refuseTarget(p, n.child("left"))
		case "delete_statement", "as_pattern_target":
			for _, k := range n.namedKids() {
				r.refuseTarget(p, k)
			}
		}
		return true
	})
}

func (r *reading) forbid(code string, n *node, what string) {
	switch code {
	case "leaves":
		r.fail(WrongShape, code, n.line, "%s can end the program or hide its end", what)
	case "hidden_code":
		r.fail(WrongShape, code, n.line, "%s can run code that does not stand here", what)
	case "changes":
		r.fail(WrongShape, code, n.line, "%s can change what the program calls", what)
	}
}

func (r *reading) refuseImport(p *program, n *node) {
	var paths []string
	module := ""
	if m := n.child("module_name"); m != nil {
		module = p.dotted(m)
		paths = append(paths, module)
	}
	for _, k := range n.namedKids() {
		if k.field != "name" {
			continue
		}
		name := k
		if k.kind == "aliased_import" {
			name = k.child("name")
		}
		path := p.dotted(name)
		if module != "" {
			path = module + "." + path
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		if code := forbidden(path); code != "" {
			r.forbid(code, n, path)
			return
		}
	}
}

func (r *reading) refuseName(p *program, n *node) {
	name := p.text(n)
	for _, path := range p.origins(n) {
		if module := lastPart(path); (module == "os" || module == "sys") && n.parent.kind != "attribute" {
			r.forbid("hidden_code", n, module+" handed on as a value")
			return
		}
		if code := forbidden(path); code != "" {
			if bs, _ := n.scope.lookup(name); len(bs) > 0 {
				continue // its import or first mention is told
			}
			r.forbid(code, n, name)
			return
		}
	}
	if code := forbiddenBuiltin(name); code != "" && strings.HasPrefix(name, "__") {
		if bs, _ := n.scope.lookup(name); len(bs) > 0 {
			r.forbid(code, n, name)
		}
	}
}

func (r *reading) refuseAttribute(p *program, n *node) {
	name := p.text(n.child("attribute"))
	origins := p.origins(n)
	for _, path := range origins {
		if code := forbidden(path); code != "" {
			r.forbid(code, n, path)
			return
		}
		if path == "sys.path" {
			r.refusePath(p, n)
		}
	}
	code := forbiddenAttribute(name)
	if code == "" && !anyModule(origins) {
		code = onlyOnModules(name)
	}
	if code != "" {
		r.forbid(code, n, "."+name)
		return
	}
	if name == "eval" && !bareCall(n) || name == "query" && anyPrefix(origins, "pandas.") {
		r.forbid("hidden_code", n, "."+name+" with arguments")
	}
}

// bareCall reports whether an attribute is called without arguments, as in model.eval().
func bareCall(n *node) bool {
	return n.parent.kind == "call" && n.field == "function" && len(n.parent.child("arguments").namedKids()) == 0
}

// anyModule reports whether a name is known to come from an import.
func anyModule(origins []string) bool {
	for _, o := range origins {
		if !strings.HasPrefix(o, "builtins.") {
			return true
		}
	}
	return false
}

func anyPrefix(list []string, prefix string) bool {
	for _, s := range list {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}

func (r *reading) refuseCall(p *program, n *node) {
	f := n.child("function")
	origins := p.origins(f)
	for _, path := range origins {
		switch path {
		case "builtins.getattr":
			r.refuseGetattr(p, n)
		case "builtins.open", "io.open", "os.open", "codecs.open", "os.fdopen":
			r.refuseWrite(p, n, true)
		}
	}
	if f.kind == "attribute" {
		switch p.text(f.child("attribute")) {
		case "write_text", "write_bytes", "touch", "symlink_to", "hardlink_to", "link_to":
			r.fail(WrongShape, "changes", n.line, "writes a file whose name is not read here")
		case "open":
			if !anyModule(origins) {
				r.refuseWrite(p, n, false)
			}
		}
	}
}

// refuseGetattr reads getattr(x, "name") as x.name, and refuses a name that is not literal.
func (r *reading) refuseGetattr(p *program, n *node) {
	a, err := p.arguments(n)
	if err == nil && len(a.positional) >= 2 {
		if v, err := p.fold(a.positional[1]); err == nil {
			name, _ := v.(python.String)
			code := forbiddenAttribute(string(name))
			if code == "" {
				code = onlyOnModules(string(name))
			}
			for _, o := range p.origins(a.positional[0]) {
				if c := forbidden(o + "." + string(name)); c != "" {
					code = c
				}
			}
			if code != "" || name == "eval" {
				r.forbid(cmpOr(code, "hidden_code"), n, "getattr of "+string(name))
			}
			return
		}
	}
	r.forbid("hidden_code", n, "getattr with a name that is not literal")
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
