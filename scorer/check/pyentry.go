package check

import (
	"slices"
	"strings"

	"podium/internal/python"
	"podium/schemas"
)

// python reads the text as an answer to a Python sample.
func (r *reading) python() {
	p, err := readPython(r.out.Text, r.home())
	if err != nil {
		if r.readsAsCommand() {
			r.fail(WrongType, "bash", 0, "a command where a Python program is wanted")
		}
		r.fail(WrongShape, "syntax", 0, "%s", err)
		return
	}
	defer p.tree.Close()
	touched := r.touched(p)
	r.refuse(p, func(n *node) bool { return r.touches(p, n, touched) })

	calls := r.entryCalls(p)
	if len(calls) == 0 {
		if r.readsAsCommand() {
			r.fail(WrongType, "bash", 0, "a command where a Python program is wanted")
		}
		r.fail(WrongShape, "no_entry", 0, "%s is not called", r.pythonEntryName())
		return
	}
	isCall := map[*node]bool{}
	for _, call := range calls {
		isCall[call] = true
	}
	reach := &reach{program: p, entry: func(n *node) bool { return isCall[n] }, runs: map[*node]bool{}}
	if !reach.block(p.root) {
		r.fail(WrongShape, "unreached", calls[0].line, "%s is not certain to be called", r.pythonEntryName())
	}
	if r.task == nil {
		r.pythonLiterals(p)
		return
	}
	for _, call := range calls {
		if p.dead(reach, call) {
			continue
		}
		r.entryCall(p, reach, call)
	}
}

func (r *reading) pythonEntryName() string {
	if r.task == nil {
		return "nothing that is imported"
	}
	return r.task.Entry
}

// readsAsCommand reports whether a text that should be Python starts a script.
func (r *reading) readsAsCommand() bool {
	if nesting(r.out.Text) != "" {
		return false
	}
	file, err := parseBash(r.out.Text)
	if err != nil {
		return false
	}
	quiet := &walk{reading: &reading{sample: r.sample}, dir: "."}
	for _, c := range quiet.flatten(file) {
		if words := simpleWords(c.stmt); len(words) > 1 {
			if inv := quiet.launch(words); inv != nil && (inv.module || isScript(inv.script)) {
				return true
			}
		}
	}
	return false
}

// entryCalls returns the calls of the task's entry. Without a task, all calls
// of what is imported from outside Python's own library are.
func (r *reading) entryCalls(p *program) []*node {
	var calls []*node
	for _, call := range p.calls {
		if r.callsEntry(p, call) {
			calls = append(calls, call)
		}
	}
	return calls
}

func (r *reading) callsEntry(p *program, call *node) bool {
	f := call.child("function")
	origins := p.origins(f)
	if slices.ContainsFunc(origins, r.isEntryPath) {
		return !p.rebound(f)
	}
	if r.task == nil || f.kind != "attribute" {
		return false
	}
	// module:Class.method, called on an object.
	module, name, _ := strings.Cut(r.task.Entry, ":")
	class, method, ok := strings.Cut(name, ".")
	if !ok || p.text(f.child("attribute")) != method {
		return false
	}
	maker := p.maker(f.child("object"))
	for _, o := range p.origins(maker) {
		if isPath(o, module, class) {
			return !p.rebound(maker)
		}
	}
	return false
}

// maker returns the callable whose call made an object: Class for x after x = Class().
func (p *program) maker(n *node) *node {
	for range 20 {
		switch {
		case n == nil:
			return nil
		case n.kind == "identifier":
			bs, _ := n.scope.lookup(p.text(n))
			if len(bs) != 1 || bs[0].kind != bindAssign {
				return nil
			}
			n = bs[0].value
		case n.kind == "call":
			f := n.child("function")
			if f.kind == "attribute" && len(p.origins(f)) == 0 { // Class().to(device)
				n = f.child("object")
				continue
			}
			return f
		default:
			return nil
		}
	}
	return nil
}

// isEntryPath reports whether a dotted name is the task's entry.
func (r *reading) isEntryPath(path string) bool {
	if r.task == nil {
		first, _, dotted := strings.Cut(path, ".")
		return dotted && first != "builtins" && !standardLibrary(first)
	}
	module, name, ok := strings.Cut(r.task.Entry, ":")
	return ok && isPath(path, module, name)
}

// isPath compares a dotted name with module.name. A package on the module's way
// may hand the name on, so package.name is taken for it; where it does not, the
// import fails.
func isPath(path, module, name string) bool {
	prefix, ok := strings.CutSuffix(path, "."+name)
	return ok && (prefix == module || strings.HasPrefix(module, prefix+"."))
}

func standardLibrary(name string) bool {
	switch name {
	case "os", "sys", "re", "math", "random", "time", "json", "argparse", "pathlib", "collections", "itertools", "functools",
		"typing", "copy", "glob", "warnings", "logging", "datetime", "string", "io", "csv", "pickle", "types", "dataclasses", "contextlib":
		return true
	}
	return false
}

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

// entryCall compares one call of the entry with what the sample wants.
func (r *reading) entryCall(p *program, reach *reach, call *node) {
	a, err := p.arguments(call)
	if err != nil {
		r.fail(WrongArguments, "unreadable", call.line, "the arguments of %s cannot be read off: %s", r.task.Entry, err)
		return
	}
	var inputs []schemas.Binding
	used := map[string]bool{}
	for _, b := range r.task.Bindings {
		used[b.Target] = true
		want, named := r.args.Get(b.Argument)
		if !named {
			continue
		}
		switch b.Kind {
		case schemas.BindKeyword:
			r.keyword(p, call, a, b, want)
		case schemas.BindInput:
			inputs = append(inputs, b)
		case schemas.BindLiteral:
			r.literalIn(p, call, b, want)
		}
	}
	for _, name := range a.names {
		if !used[name] {
			r.further(p, call, name, a.keyword[name])
		}
	}
	if len(inputs) > 0 {
		r.inputs(p, reach, call, inputs)
	}
}

// keyword compares the entry's parameter.
func (r *reading) keyword(p *program, call *node, a args, b schemas.Binding, want string) {
	given := a.keyword[b.Target]
	if given == nil && b.Position >= 0 && b.Position < int64(len(a.positional)) {
		given = a.positional[b.Position]
	}
	opt := r.declared(b.Target)
	if given == nil {
		if opt == nil || !defaultIs(opt, want) {
			r.wrong(b.Argument, "missing", call.line, "%s is not given, and its default is not %q", b.Target, want)
		}
		return
	}
	if !r.same(p, given, opt, want) {
		r.wrong(b.Argument, "value", given.line, "%s is %s, wanted %q", b.Target, shorten(p.text(given)), want)
	}
}

// declared returns a parameter of the entry's signature, or nil.
func (r *reading) declared(name string) *schemas.Option {
	for i := range r.task.Options {
		o := &r.task.Options[i]
		if o.Dest == name || len(o.Names) > 0 && strings.TrimLeft(o.Names[0], "-") == name {
			return o
		}
	}
	return nil
}

// further records a parameter that the sample does not name, and refuses one
// that a known signature does not have.
func (r *reading) further(p *program, call *node, name string, value *node) {
	if len(r.task.Options) > 0 && r.declared(name) == nil && !r.takesAny() {
		r.fail(WrongArguments, "undeclared", call.line, "%s has no parameter %s", r.task.Entry, name)
		return
	}
	r.out.Further = append(r.out.Further, name+"="+shorten(p.text(value)))
}

// takesAny reports whether the entry takes any keyword.
func (r *reading) takesAny() bool {
	for _, o := range r.task.Options {
		if o.Arity == "**" {
			return true
		}
	}
	return false
}

// same compares an expression's value with the wanted text.
func (r *reading) same(p *program, given *node, opt *schemas.Option, want string) bool {
	v, err := p.fold(given)
	if err != nil {
		// A name such as torch.float16 is wanted by its dotted name.
		for _, o := range p.origins(given) {
			if o == want {
				return true
			}
		}
		return false
	}
	return sameValue(v, want)
}

// sameValue compares a value with the text that Python's str gives for the
// wanted one. Numbers are compared as numbers, lists and tuples by element.
func sameValue(v python.Value, want string) bool {
	if python.Str(v) == want {
		return true
	}
	w, err := python.Eval(want)
	if err != nil {
		return false
	}
	return alike(v, w)
}

func alike(v, w python.Value) bool {
	switch a := v.(type) {
	case python.Int, python.Float:
		switch w.(type) {
		case python.Int, python.Float:
			return python.Equal(v, w)
		}
	case python.List:
		return alikeItems(a, w)
	case python.Tuple:
		return alikeItems(a, w)
	case python.Bool, python.None, *python.Dict, python.Set:
		return python.Equal(v, w) && python.Repr(v) == python.Repr(w)
	}
	return false
}

func alikeItems(a []python.Value, w python.Value) bool {
	var b []python.Value
	switch w := w.(type) {
	case python.List:
		b = w
	case python.Tuple:
		b = w
	default:
		return false
	}
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !alike(a[i], b[i]) && !(python.Equal(a[i], b[i]) && python.Repr(a[i]) == python.Repr(b[i])) {
			return false
		}
	}
	return true
}

func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "") + "…"
	}
	return text
}
