package check

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"podium/internal/python"
	"podium/schemas"
	"podium/scorer/check/argparse"
)

func (r *reading) bindsOperands() bool {
	return slices.ContainsFunc(r.task.Bindings, func(b schemas.Binding) bool { return b.Kind == schemas.BindPositional })
}

// operands compares the words given to an entry without a declared parser, a
// shell script or a program that reads sys.argv: $1 is operand 0.
func (r *reading) operands(inv *invocation) {
	args := texts(inv.args)
	used := 0
	for _, b := range r.task.Bindings {
		want, named := r.args.Get(b.Argument)
		if !named {
			continue
		}
		if b.Kind != schemas.BindPositional {
			if !bindsVariable(b.Target)(b) {
				r.wanted(schemas.Argument{Name: b.Argument, Value: want}, inv)
			}
			continue
		}
		index, err := strconv.Atoi(b.Target)
		if err != nil {
			index = int(b.Position)
		}
		used = max(used, index+1)
		if index >= len(args) {
			r.wrong(b.Argument, "missing", inv.line, "operand %d is not given, wanted %q", index, want)
		} else if args[index] != want {
			r.wrong(b.Argument, "value", inv.line, "operand %d is %q, wanted %q", index, args[index], want)
		}
	}
	if used < len(args) {
		r.out.Further = append(r.out.Further, args[used:]...)
	}
}

// wanted looks for a value as a literal among the words the entry is given.
func (r *reading) wanted(arg schemas.Argument, inv *invocation) {
	if slices.ContainsFunc(candidates(inv), func(text string) bool { return sameLiteral(text, arg.Value) }) {
		return
	}
	if wants := strings.Fields(arg.Value); len(wants) > 1 && hasRun(inv.args, wants) {
		return
	}
	r.wrong(arg.Name, "value", inv.line, "%q does not stand in the command", arg.Value)
}

// hasRun reports whether the wanted words stand in a row: "--points 256" is
// wanted as two words, or as one with an equals sign.
func hasRun(words []word, wants []string) bool {
	var list []string
	for _, w := range words {
		if name, value, ok := strings.Cut(w.text, "="); ok && strings.HasPrefix(name, "-") {
			list = append(list, name, value)
		} else {
			list = append(list, w.text)
		}
	}
	for i := 0; i+len(wants) <= len(list); i++ {
		if slices.EqualFunc(list[i:i+len(wants)], wants, sameLiteral) {
			return true
		}
	}
	return false
}

// literals looks for each of the sample's values in the command, for want of
// knowledge where it belongs.
func (r *reading) literals(inv *invocation) {
	for _, word := range inv.args {
		if word.text == "--help" || word.text == "-h" || word.text == "--version" {
			r.fail(WrongShape, "help", word.line, "%s prints a text and ends with 0", word.text)
			return
		}
	}
	for _, arg := range r.args {
		r.wanted(arg, inv)
	}
}

// candidates are the literals of a command: each word, the name of an option
// and what stands behind its =, and of the script and of values that are paths
// also the parts.
func candidates(inv *invocation) []string {
	list := []string{""} // a flag that is on has the value ""
	add := func(text string) {
		list = append(list, text)
		if len(text) > 4096 { // no path; and its parts' total length grows with the square
			return
		}
		for part := range strings.SplitSeq(text, "/") {
			list = append(list, part)
		}
		for dir := path.Dir(text); dir != "." && dir != "/"; dir = path.Dir(dir) {
			list = append(list, dir)
			if strings.HasPrefix(text, "./") {
				list = append(list, "./"+dir)
			}
		}
	}
	add(inv.script)
	list = append(list, strings.TrimSuffix(path.Base(inv.script), path.Ext(inv.script)))
	for _, word := range slices.Concat(inv.before, inv.args) {
		name, value, ok := strings.Cut(word.text, "=")
		if strings.HasPrefix(name, "-") {
			list = append(list, strings.TrimLeft(name, "-"))
		}
		add(word.text)
		if ok {
			add(value)
		}
	}
	return list
}

// sameLiteral compares two texts, as numbers when both are. Letters are
// compared without case: where it is not known where a value lands, its case
// says nothing (an imported sample wants CycleGAN of cyclegan.py).
func sameLiteral(got, want string) bool {
	if strings.EqualFold(got, want) {
		return true
	}
	g, err := argparse.Convert("float", got)
	if err != nil {
		return false
	}
	w, err := argparse.Convert("float", want)
	return err == nil && python.Equal(g, w)
}
