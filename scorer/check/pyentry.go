package check

import (
	"slices"
	"strings"
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
		r.fail(WrongShape, "no_entry", 0, "%s is called nowhere", r.pythonEntryName())
		return
	}
	if r.task != nil && len(calls) > maxEntryCalls {
		r.fail(WrongShape, "too_many_calls", calls[0].line, "%d calls of %s; strict reads up to %d", len(calls), r.task.Entry, maxEntryCalls)
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

// maxEntryCalls bounds the calls of the entry that are compared. Each is held
// against all other calls of the program.
const maxEntryCalls = 100

func (r *reading) pythonEntryName() string {
	if r.task == nil {
		return "something imported"
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
