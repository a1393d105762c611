package check

import (
	"strings"

	"podium/internal/python"
)

// refuse records what RULES section 3 does not let a Python program do.
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
// first would be imported in place of another.
func (r *reading) refuseCodeName(p *program, n *node) {
	text := strings.TrimRight(p.text(n), `"'`)
	if !namesModule(text) {
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

// namesModule reports whether a file of that name would be imported.
func namesModule(name string) bool {
	for _, ext := range []string{".py", ".pyc", ".pyo", ".pyw", ".so"} {
		if strings.HasSuffix(strings.ToLower(name), ext) {
			return true
		}
	}
	return false
}

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

// refuseTarget refuses assignments to attributes of modules and of classes that
// the program did not define.
func (r *reading) refuseTarget(p *program, left *node) {
	if left == nil {
		return
	}
	switch left.kind {
	case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "list_splat_pattern", "parenthesized_expression", "expression_list":
		for _, k := range left.namedKids() {
			r.refuseTarget(p, k)
		}
	case "subscript":
		r.refuseSubscript(p, left)
	case "attribute":
		r.refuseAttributeTarget(p, left)
	}
}

func (r *reading) refuseAttributeTarget(p *program, left *node) {
	object := left.child("object")
	origins := p.origins(object)
	// Settings of torch's back ends are set this way.
	if anyPrefix(origins, "torch.backends") && len(origins) == 1 {
		return
	}
	root := object
	for root.kind == "attribute" {
		root = root.child("object")
	}
	if root.kind != "identifier" || len(origins) > 0 {
		r.fail(WrongShape, "changes", left.line, "sets %s, an attribute of something the program did not define", p.text(left))
		return
	}
	bs, _ := root.scope.lookup(p.text(root))
	for _, b := range bs {
		switch {
		case b.kind == bindImport:
			r.fail(WrongShape, "changes", left.line, "sets %s, an attribute of an import", p.text(left))
			return
		case b.kind == bindAssign && r.isEntryObject(p, b.value):
			r.fail(WrongShape, "changes", left.line, "sets %s, an attribute of the entry's object", p.text(left))
			return
		}
	}
	// An attribute that Python itself calls, on whatever it is.
	switch name := p.text(left.child("attribute")); name {
	case "forward", "__call__", "__class__", "_call_impl":
		r.fail(WrongShape, "changes", left.line, "sets %s, which Python or torch calls", p.text(left))
	}
}

// refuseSubscript keeps os.environ to what may be set in Bash too.
func (r *reading) refuseSubscript(p *program, left *node) {
	for _, o := range p.origins(left.child("value")) {
		if o != "os.environ" {
			continue
		}
		v, err := p.fold(left.child("subscript"))
		name, ok := v.(python.String)
		if err != nil || !ok || name != "CUDA_VISIBLE_DEVICES" && !r.harmlessName(string(name)) {
			r.fail(WrongShape, "environment", left.line, "sets a variable that may change what runs")
		}
	}
}
