package compose

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"podium/data"
	"podium/internal/python"
	"podium/schemas"
)

// checkProvenance holds each value's claim against the lock.
func (f *facts) checkProvenance(a *data.TaskArgument) []error {
	var errs []error
	for _, v := range a.Values {
		fail := func(format string, x ...any) {
			errs = append(errs, fmt.Errorf("line %d: argument %s: value %q is from %s, but %s", v.Line, a.Name, v.Text, v.From, fmt.Sprintf(format, x...)))
		}
		if v.From == data.FromMade {
			for _, from := range data.Provenances {
				if found, _ := f.found(a, v.Text, from); found {
					fail("the lock has it: %s", from)
					break
				}
			}
			continue
		}
		if found, has := f.found(a, v.Text, v.From); !found {
			fail("%s", has)
		}
	}
	return errs
}

// found reports whether the lock has a value of an argument where from says,
// and what it has instead.
func (f *facts) found(a *data.TaskArgument, value, from string) (found bool, has string) {
	switch from {
	case data.FromReadme:
		return f.inReadme(a, value)
	case data.FromScript:
		return f.inScripts(a, value)
	case data.FromPath:
		p := path.Join(f.task.Directory, value)
		known := slices.ContainsFunc(f.lockedFiles(), func(l data.LockedFile) bool { return l.File == p || strings.HasPrefix(l.File, p+"/") })
		return known || slices.Contains(f.task.Setup.Provides, p), "the lock names no such file and the set-up provides none: " + p
	}
	if f.task.Type == schemas.ModeBash {
		return f.inOption(a, value, from)
	}
	return f.inSignature(a, value, from)
}

func (f *facts) inOption(a *data.TaskArgument, value, from string) (bool, string) {
	o, err := f.option(a)
	if err != nil {
		return false, err.Error()
	}
	switch from {
	case data.FromChoices:
		return slices.ContainsFunc(o.Choices, func(c string) bool { return sameText(c, value) }),
			fmt.Sprintf("the declared choices are %q", o.Choices)
	case data.FromDefault:
		if o.Default == nil {
			return false, "no default is declared"
		}
		return same(value, *o.Default), "the declared default is " + *o.Default
	case data.FromFlag:
		return takesNoValue(&o.Option) && (value == "on" || value == "off"),
			fmt.Sprintf("%s is declared with action %q", o.Names[0], o.Action)
	}
	return false, "a command line has no signature"
}

func (f *facts) inSignature(a *data.TaskArgument, value, from string) (bool, string) {
	name := keyword(f.task, a)
	if f.signature == nil || name == "" {
		return false, "it is given to no parameter"
	}
	p, _, err := f.parameter(name)
	if err != nil {
		return false, err.Error()
	}
	if p.Default == nil {
		return false, fmt.Sprintf("parameter %s has no default", name)
	}
	switch from {
	case data.FromSig:
		return same(value, *p.Default), "the signature's default is " + *p.Default
	case data.FromFlag:
		isBool := *p.Default == "True" || *p.Default == "False"
		return isBool && (value == "True" || value == "False"), fmt.Sprintf("the default of %s is %s, no bool", name, *p.Default)
	}
	return false, "a signature has no " + from
}

// inReadme reports whether a command or snippet of the task's README gives the
// value to the argument's option or to a parameter of its name; for a dimension
// of an input, whether another call in the task's section has it at that
// position; for a literal, whether a call of its target holds it.
func (f *facts) inReadme(a *data.TaskArgument, value string) (bool, string) {
	var has []string
	note := func(text string) bool {
		if !slices.Contains(has, text) {
			has = append(has, text)
		}
		return sameText(text, value)
	}
	if f.task.Type == schemas.ModeBash {
		for _, c := range f.document.Commands {
			if f.given(c, a, note) {
				return true, ""
			}
		}
		return false, fmt.Sprintf("%s gives it %q", f.task.Readme, has)
	}
	name := keyword(f.task, a)
	for _, s := range f.document.Snippets {
		inSection := s.Start >= f.section.Start && s.End <= f.section.End
		for _, c := range s.Calls {
			for i, arg := range c.Arguments {
				entry := c.Callee == f.task.Entry.API
				at := arg.Keyword == "" && entry && f.at(name) == i
				at = at || name != "" && arg.Keyword == name && (inSection || entry)
				at = at || arg.Keyword == "" && inSection && !entry && slices.Contains(a.Input, i)
				at = at || a.Literal != "" && calls(c.Callee, a.Literal)
				if at && arg.Literal != "" && slices.ContainsFunc(leaves(a, arg.Literal), note) {
					return true, ""
				}
			}
		}
	}
	return false, fmt.Sprintf("%s gives it %q", f.task.Readme, has)
}

// calls reports whether a callee is the target of a literal: its last part or
// the whole of it, as the scorer reads it.
func calls(callee, target string) bool {
	callee, target = strings.ReplaceAll(callee, ":", "."), strings.ReplaceAll(target, ":", ".")
	return callee == target || strings.HasSuffix(callee, "."+target)
}

// leaves returns the texts a literal gives to an argument: its own, and for one
// that may stand anywhere in a call also those of a list's, a tuple's or a dict's parts.
func leaves(a *data.TaskArgument, literal string) []string {
	texts := []string{literalText(literal)}
	if a.Literal == "" {
		return texts
	}
	v, err := python.Eval(literal)
	if err != nil {
		return texts
	}
	switch v := v.(type) {
	case python.List:
		texts = append(texts, strs(v)...)
	case python.Tuple:
		texts = append(texts, strs(v)...)
	case *python.Dict:
		for _, item := range v.Pairs {
			texts = append(texts, python.Str(item.Value))
		}
	}
	return texts
}

func strs(vs []python.Value) []string {
	var texts []string
	for _, v := range vs {
		texts = append(texts, python.Str(v))
	}
	return texts
}

// at returns the position of a parameter in the entry's signature, -1 for none.
func (f *facts) at(name string) int {
	if f.signature == nil || name == "" {
		return -1
	}
	_, i, err := f.parameter(name)
	if err != nil {
		return -1
	}
	return i
}

// inScripts reports whether a shell script starts the task's entry with the value.
func (f *facts) inScripts(a *data.TaskArgument, value string) (bool, string) {
	var has []string
	for _, s := range f.lock.Shells {
		for _, c := range s.Commands {
			if c.File != f.entry.File {
				continue
			}
			if f.given(c, a, func(text string) bool { has = append(has, text); return sameText(text, value) }) {
				return true, ""
			}
		}
	}
	return false, fmt.Sprintf("the shell scripts give it %q", has)
}

// given calls hit for each value that a command gives to the argument's option
// or operand, until it returns true.
func (f *facts) given(c data.Command, a *data.TaskArgument, hit func(string) bool) bool {
	name := optionName(f.task, a)
	operand := 0
	for _, arg := range c.Arguments {
		switch {
		case arg.Option != "" && arg.Option == name:
			if len(arg.Values) == 0 && hit("on") {
				return true
			}
			if slices.ContainsFunc(arg.Values, hit) {
				return true
			}
		case arg.Option == "":
			for _, v := range arg.Values {
				if a.Operand != nil && *a.Operand == operand && c.File == f.entry.File && hit(v) {
					return true
				}
				operand++
			}
		}
	}
	return false
}

// same reports whether a catalogue's value is what a Python literal stands for.
func same(value, literal string) bool { return sameText(literalText(literal), value) }

// literalText is what Python's str gives for a literal, the source itself when
// it is none.
func literalText(literal string) string {
	v, err := python.Eval(literal)
	if err != nil {
		return literal
	}
	return python.Str(v)
}

// sameText compares two values as numbers when both are, as text otherwise:
// 5e-05 is 0.00005.
func sameText(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := python.Eval(a)
	y, errY := python.Eval(b)
	return errX == nil && errY == nil && isNumber(x) && isNumber(y) && python.Equal(x, y)
}

func isNumber(v python.Value) bool {
	switch v.(type) {
	case python.Int, python.Float:
		return true
	}
	return false
}

// takesNoValue reports whether an option is a switch.
func takesNoValue(o *schemas.Option) bool {
	switch o.Action {
	case "store_true", "store_false", "store_const", "argparse.BooleanOptionalAction", "BooleanOptionalAction":
		return true
	}
	return false
}
