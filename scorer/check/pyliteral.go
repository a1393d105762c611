package check

import (
	"slices"
	"strings"
	"unicode"

	"podium/internal/python"
	"podium/schemas"
)

// literalIn looks for a value as a literal inside a call to the binding's
// target, or to the entry where it names none.
func (r *reading) literalIn(p *program, entry *node, b schemas.Binding, want string) {
	calls := []*node{entry}
	if b.Target != "" {
		calls = nil
		for _, call := range p.calls {
			if p.named(call.child("function"), b.Target) {
				calls = append(calls, call)
			}
		}
	}
	for _, call := range calls {
		if p.holds(call.child("arguments"), want) {
			return
		}
	}
	r.wrong(b.Argument, "value", entry.line, "%q does not stand in a call to %s", want, cmpOr(b.Target, r.task.Entry))
}

// named reports whether an expression is called by a name: its last part, or
// the whole dotted origin with or without a colon.
func (p *program) named(f *node, target string) bool {
	target = strings.ReplaceAll(target, ":", ".")
	for _, o := range p.origins(f) {
		if o == target || strings.HasSuffix(o, "."+target) {
			return true
		}
	}
	return f.kind == "attribute" && p.text(f.child("attribute")) == target
}

// holds reports whether a value stands as a literal in n, or in what a name
// used there is assigned.
func (p *program) holds(n *node, want string) bool {
	found := false
	p.literals(n, map[*node]bool{}, func(k *node) {
		if found {
			return
		}
		if v, err := p.fold(k); err == nil {
			found = sameValue(v, want)
		}
	})
	return found
}

// literals calls visit for the literals in n and in the values of names used there.
func (p *program) literals(n *node, seen map[*node]bool, visit func(*node)) {
	if n == nil {
		return
	}
	n.each(func(k *node) bool {
		switch k.kind {
		case "string", "concatenated_string":
			visit(k)
			return true // an f-string's expressions
		case "integer", "float", "true", "false", "none", "unary_operator", "binary_operator", "list", "tuple":
			visit(k)
		case "identifier":
			if !isReference(k) {
				return true
			}
			bs, _ := k.scope.lookup(p.text(k))
			for _, b := range bs {
				if b.value != nil && (b.kind == bindAssign || b.kind == bindParam) && !seen[b.value] {
					seen[b.value] = true
					p.literals(b.value, seen, visit)
				}
			}
		}
		return true
	})
}

// found collects what stands in the calls of a program.
type found struct {
	values []python.Value
	words  map[string]bool // lower case: dotted names, their parts, and the words of strings
}

func (f *found) add(v python.Value) {
	f.values = append(f.values, v)
	f.word(python.Str(v))
	if s, ok := v.(python.String); ok && len(s) < 10_000 {
		for word := range strings.FieldsFuncSeq(string(s), func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune(",;:!?()[]{}\"'", r)
		}) {
			f.word(strings.Trim(word, "."))
		}
	}
}

func (f *found) word(s string) { f.words[strings.ToLower(s)] = true }

// pythonLiterals looks for each value in the calls of an imported sample's
// output, for want of knowledge where it belongs: as a literal, as a whole word
// of a string, as a call's positional arguments together, or as a part of the
// name of what is called.
func (r *reading) pythonLiterals(p *program) {
	f := &found{words: map[string]bool{"": true}}
	seen := map[*node]bool{}
	for _, call := range p.calls {
		for _, o := range p.origins(call.child("function")) {
			f.word(o)
			for part := range strings.SplitSeq(o, ".") {
				f.word(part)
			}
		}
		if callee := call.child("function"); callee.kind == "attribute" {
			f.word(p.text(callee.child("attribute")))
		}
		if a, err := p.arguments(call); err == nil && len(a.positional) > 1 {
			if shape := p.dims(a.positional); !slices.Contains(shape, nil) {
				f.values = append(f.values, python.Tuple(shape))
			}
		}
		p.literals(call.child("arguments"), seen, func(k *node) {
			if v, err := p.fold(k); err == nil {
				f.add(v)
			}
		})
	}
	for _, arg := range r.args {
		if f.words[strings.ToLower(arg.Value)] {
			continue
		}
		w, err := python.Eval(arg.Value)
		if err != nil || !slices.ContainsFunc(f.values, func(v python.Value) bool { return alike(v, w) }) {
			r.wrong(arg.Name, "value", 0, "%q is no literal in a call", arg.Value)
		}
	}
}
