package check

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assigns judges assignments, on their own, exported, or before a command.
func (w *walk) assigns(list []*syntax.Assign, line int) (ok bool) {
	ok = true
	for _, a := range list {
		switch {
		case a.Name == nil || a.Naked || a.Append || a.Index != nil || a.Array != nil:
			w.fail(WrongShape, "assignment", line, "only NAME=value is allowed")
			ok = false
		case !w.harmlessName(a.Name.Value):
			w.fail(WrongShape, "environment", line, "%s changes what runs", a.Name.Value)
			ok = false
		case a.Value != nil:
			if _, what := literal(a.Value); what != "" {
				w.fail(WrongShape, "substitution", line, "%s in the value of %s: only literal words are read", what, a.Name.Value)
				ok = false
			}
		}
	}
	return ok
}

// harmlessName reports whether a variable may be set: none that decides which
// program, library, module or directory is found. HOME and CDPATH are such.
func (r *reading) harmlessName(name string) bool {
	switch name {
	case "PATH", "IFS", "ENV", "HOME", "CDPATH", "SHELLOPTS", "BASHOPTS", "POSIXLY_CORRECT", "GCONV_PATH", "LOCPATH":
		return false
	case "CUDA_VISIBLE_DEVICES":
		return r.task == nil || slices.ContainsFunc(r.task.Bindings, bindsVariable(name))
	}
	for _, prefix := range []string{"BASH", "LD_", "PYTHON", "GLIBC_", "PODIUM_"} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}
