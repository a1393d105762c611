package check

import (
	"strings"

	"podium/internal/python"
	"podium/schemas"
)

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
