package check

import (
	"slices"
	"strings"

	"podium/internal/python"
	"podium/schemas"
	"podium/scorer/check/argparse"
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
	p := argparse.New(r.task.Options)
	err := p.Parse(texts(inv.args))
	for _, a := range p.Options {
		if a.Prints && len(a.Given) > 0 {
			r.fail(WrongShape, "help", inv.line, "%s prints a text and ends with 0", a.Given[0].Name)
			return
		}
	}
	if err != nil {
		r.fail(WrongArguments, err.Code, inv.line, "%s", err.Message)
		return
	}
	for _, extra := range p.Extras {
		r.fail(WrongArguments, "undeclared", inv.line, "%s is not declared by %s", extra, r.entryName())
	}
	for _, a := range slices.Concat(p.Options, p.Positionals) {
		r.valid(a, inv.line)
	}
	bound := map[*argparse.Action]bool{}
	for _, b := range r.task.Bindings {
		r.bound(p, b, inv, bound)
	}
	for _, arg := range r.args {
		if !slices.ContainsFunc(r.task.Bindings, func(b schemas.Binding) bool { return b.Argument == arg.Name }) {
			r.wanted(arg, inv)
		}
	}
	for _, a := range slices.Concat(p.Options, p.Positionals) {
		if bound[a] {
			continue
		}
		for _, g := range a.Given {
			if len(g.Args) > 0 || len(a.Names) > 0 {
				r.out.Further = append(r.out.Further, strings.TrimSpace(g.Name+" "+strings.Join(g.Args, " ")))
			}
		}
	}
}

// valid holds the values given to an action to its type and choices.
func (r *reading) valid(a *argparse.Action, line int) {
	for _, g := range a.Given {
		for _, text := range g.Args {
			v, err := argparse.Convert(a.Option.Type, text)
			if err != nil {
				r.fail(WrongArguments, "type", line, "%s: %s", g.Name, err)
				continue
			}
			if len(a.Option.Choices) > 0 && !slices.Contains(a.Option.Choices, python.Str(v)) {
				r.fail(WrongArguments, "choice", line, "%s: %s is not one of %s", g.Name, text, strings.Join(a.Option.Choices, ", "))
			}
		}
	}
}

// bound compares one binding.
func (r *reading) bound(p *argparse.Parser, b schemas.Binding, inv *invocation, bound map[*argparse.Action]bool) {
	want, named := r.args.Get(b.Argument)
	switch b.Kind {
	case schemas.BindOption:
		a := p.Lookup(b.Target)
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
