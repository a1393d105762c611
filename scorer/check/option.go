package check

import (
	"strconv"
	"strings"

	"podium/internal/python"
	"podium/schemas"
	"podium/scorer/check/argparse"
)

// option compares an option's value.
func (r *reading) option(a *argparse.Action, b schemas.Binding, want string, named bool, line int) {
	given := len(a.Given) > 0
	if a.Nargs == "0" {
		negates := strings.HasSuffix(a.Option.Action, "BooleanOptionalAction")
		on := given && !(negates && strings.HasPrefix(a.Given[len(a.Given)-1].Name, "--no-"))
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
		if !defaultIs(a.Option, want) {
			r.wrong(b.Argument, "missing", line, "%s is not given, and its default is not %q", b.Target, want)
		}
		return
	}
	got := a.Given[len(a.Given)-1].Args // the last of repeated options wins
	if a.Option.Action == "append" || a.Option.Action == "extend" {
		got = nil
		for _, g := range a.Given {
			got = append(got, g.Args...)
		}
	}
	if !sameTexts(a, got, want) {
		r.wrong(b.Argument, "value", line, "%s is %s, wanted %q", b.Target, quoted(got), want)
	}
}

// positional compares one of the operands.
func (r *reading) positional(p *argparse.Parser, b schemas.Binding, want string, line int, bound map[*argparse.Action]bool) {
	index, err := strconv.Atoi(b.Target)
	if err != nil {
		index = int(b.Position)
	}
	at := 0
	for _, a := range p.Positionals {
		for _, g := range a.Given {
			if index < at+len(g.Args) {
				bound[a] = true
				got := g.Args[index-at : index-at+1]
				if a.Nargs == "*" || a.Nargs == "+" {
					got = g.Args[index-at:]
				}
				if !sameTexts(a, got, want) && !sameTexts(a, got[:1], want) {
					r.wrong(b.Argument, "value", line, "operand %d is %s, wanted %q", index, quoted(got), want)
				}
				return
			}
			at += len(g.Args)
		}
		if len(a.Given) == 0 && index == at && defaultIs(a.Option, want) {
			return
		}
	}
	r.wrong(b.Argument, "missing", line, "operand %d is not given, wanted %q", index, want)
}

// sameTexts compares given texts with the wanted one, which names the values of
// an action that takes several with blanks between them.
func sameTexts(a *argparse.Action, got []string, want string) bool {
	if len(got) == 1 && sameText(a.Option.Type, got[0], want) {
		return true
	}
	wants := strings.Fields(want)
	if len(got) != len(wants) || a.Nargs == "" {
		return false
	}
	for i := range got {
		if !sameText(a.Option.Type, got[i], wants[i]) {
			return false
		}
	}
	return true
}

// sameText compares two texts as the type's callable reads them.
func sameText(typ, got, want string) bool {
	g, err := argparse.Convert(typ, got)
	if err != nil {
		return false
	}
	w, err := argparse.Convert(typ, want)
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
	w, err := argparse.Convert(opt.Type, want)
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
		w, err := argparse.Convert(opt.Type, text)
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
