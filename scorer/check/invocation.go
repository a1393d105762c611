package check

import (
	"slices"
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
