package check

import (
	"slices"
	"strconv"
	"strings"

	"podium/internal/python"
	"podium/schemas"
)

// invocation compares what the entry is given with what the sample wants.
func (r *reading) invocation(inv *invocation) {
	if inv.code != "" {
		r.fail(WrongShape, inv.code, inv.line, "%s", inv.detail)
		return
	}
	for _, word := range inv.before {
		r.out.Further = append(r.out.Further, word.text)
	}
	switch {
	case r.task == nil:
		r.literals(inv)
	case len(r.task.Options) == 0 && (strings.HasSuffix(inv.file, ".sh") || r.bindsOperands()):
		r.operands(inv)
	default:
		r.parsed(inv)
	}
}

// parsed compares a Python program's command line, as its parser reads it.
func (r *reading) parsed(inv *invocation) {
	p := newParser(r.task.Options)
	err := p.parse(texts(inv.args))
	for _, a := range p.options {
		if a.prints && len(a.given) > 0 {
			r.fail(WrongShape, "help", inv.line, "%s prints a text and ends with 0", a.given[0].name)
			return
		}
	}
	if err != nil {
		r.fail(WrongArguments, err.code, inv.line, "%s", err.message)
		return
	}
	for _, extra := range p.extras {
		r.fail(WrongArguments, "undeclared", inv.line, "%s is not declared by %s", extra, r.entryName())
	}
	for _, a := range slices.Concat(p.options, p.positionals) {
		r.valid(a, inv.line)
	}
	bound := map[*action]bool{}
	for _, b := range r.task.Bindings {
		r.bound(p, b, inv, bound)
	}
	for _, arg := range r.args {
		if !slices.ContainsFunc(r.task.Bindings, func(b schemas.Binding) bool { return b.Argument == arg.Name }) {
			r.wanted(arg, inv)
		}
	}
	for _, a := range slices.Concat(p.options, p.positionals) {
		if bound[a] {
			continue
		}
		for _, g := range a.given {
			if len(g.args) > 0 || len(a.names) > 0 {
				r.out.Further = append(r.out.Further, strings.TrimSpace(g.name+" "+strings.Join(g.args, " ")))
			}
		}
	}
}

// valid holds the values given to an action to its type and choices.
func (r *reading) valid(a *action, line int) {
	for _, g := range a.given {
		for _, text := range g.args {
			v, err := convert(a.opt.Type, text)
			if err != nil {
				r.fail(WrongArguments, "type", line, "%s: %s", g.name, err)
				continue
			}
			if len(a.opt.Choices) > 0 && !slices.Contains(a.opt.Choices, python.Str(v)) {
				r.fail(WrongArguments, "choice", line, "%s: %s is not one of %s", g.name, text, strings.Join(a.opt.Choices, ", "))
			}
		}
	}
}

// bound compares one binding.
func (r *reading) bound(p *parser, b schemas.Binding, inv *invocation, bound map[*action]bool) {
	want, named := r.args.Get(b.Argument)
	switch b.Kind {
	case schemas.BindOption:
		a := p.byName[b.Target]
		if a == nil {
			r.wrong(b.Argument, "task", inv.line, "the task binds it to %s, which the entry does not declare", b.Target)
			return
		}
		bound[a] = true
		r.option(a, b, want, named, inv.line)
	case schemas.BindPositional:
		if named {
			r.positional(p, b, want, inv.line, bound)
		}
	default:
		if named && !bindsVariable(b.Target)(b) {
			r.wanted(schemas.Argument{Name: b.Argument, Value: want}, inv)
		}
	}
}

// option compares an option's value.
func (r *reading) option(a *action, b schemas.Binding, want string, named bool, line int) {
	given := len(a.given) > 0
	if a.nargs == "0" {
		negates := strings.HasSuffix(a.opt.Action, "BooleanOptionalAction")
		on := given && !(negates && strings.HasPrefix(a.given[len(a.given)-1].name, "--no-"))
		switch {
		case named && !on:
			r.wrong(b.Argument, "flag", line, "%s is wanted and not given", b.Target)
		case !named && on:
			r.wrong(b.Argument, "flag", line, "%s is given and not wanted", b.Target)
		}
		return
	}
	if !named {
		return
	}
	if !given {
		if !defaultIs(a.opt, want) {
			r.wrong(b.Argument, "missing", line, "%s is not given, and its default is not %q", b.Target, want)
		}
		return
	}
	got := a.given[len(a.given)-1].args // the last of repeated options wins
	if a.opt.Action == "append" || a.opt.Action == "extend" {
		got = nil
		for _, g := range a.given {
			got = append(got, g.args...)
		}
	}
	if !sameTexts(a, got, want) {
		r.wrong(b.Argument, "value", line, "%s is %s, wanted %q", b.Target, quoted(got), want)
	}
}

// positional compares one of the operands.
func (r *reading) positional(p *parser, b schemas.Binding, want string, line int, bound map[*action]bool) {
	index, err := strconv.Atoi(b.Target)
	if err != nil {
		index = int(b.Position)
	}
	at := 0
	for _, a := range p.positionals {
		for _, g := range a.given {
			if index < at+len(g.args) {
				bound[a] = true
				got := g.args[index-at : index-at+1]
				if a.nargs == "*" || a.nargs == "+" {
					got = g.args[index-at:]
				}
				if !sameTexts(a, got, want) && !sameTexts(a, got[:1], want) {
					r.wrong(b.Argument, "value", line, "operand %d is %s, wanted %q", index, quoted(got), want)
				}
				return
			}
			at += len(g.args)
		}
		if len(a.given) == 0 && index == at && defaultIs(a.opt, want) {
			return
		}
	}
	r.wrong(b.Argument, "missing", line, "operand %d is not given, wanted %q", index, want)
}

// sameTexts compares given texts with the wanted one, which names the values of
// an action that takes several with blanks between them.
func sameTexts(a *action, got []string, want string) bool {
	if len(got) == 1 && sameText(a.opt.Type, got[0], want) {
		return true
	}
	wants := strings.Fields(want)
	if len(got) != len(wants) || a.nargs == "" {
		return false
	}
	for i := range got {
		if !sameText(a.opt.Type, got[i], wants[i]) {
			return false
		}
	}
	return true
}

// sameText compares two texts as the type's callable reads them.
func sameText(typ, got, want string) bool {
	g, err := convert(typ, got)
	if err != nil {
		return false
	}
	w, err := convert(typ, want)
	return err == nil && (python.Equal(g, w) || python.Repr(g) == python.Repr(w)) // nan is not equal to itself
}

// defaultIs reports whether an option's declared default is the wanted value. A
// default that is a string goes through the type, as argparse does; any other
// is the value itself.
func defaultIs(opt *schemas.Option, want string) bool {
	if opt.Default == nil {
		return false
	}
	value, err := python.Eval(*opt.Default)
	if err != nil {
		return false
	}
	switch v := value.(type) {
	case python.String:
		return sameText(opt.Type, string(v), want)
	case python.List:
		return sameList(opt, v, want)
	case python.Tuple:
		return sameList(opt, v, want)
	}
	w, err := convert(opt.Type, want)
	if err != nil {
		return false
	}
	return python.Equal(value, w) || python.Str(value) == want
}

func sameList(opt *schemas.Option, list []python.Value, want string) bool {
	wants := strings.Fields(want)
	if len(wants) != len(list) {
		return false
	}
	for i, text := range wants {
		w, err := convert(opt.Type, text)
		if err != nil || !python.Equal(list[i], w) {
			return false
		}
	}
	return true
}

func quoted(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = strconv.Quote(s)
	}
	return strings.Join(parts, " ")
}

// bindsVariable returns a test for bindings of an environment variable: a
// literal whose target is a name in capitals.
func bindsVariable(name string) func(schemas.Binding) bool {
	return func(b schemas.Binding) bool {
		return b.Kind == schemas.BindLiteral && b.Target == name && name == "CUDA_VISIBLE_DEVICES"
	}
}
