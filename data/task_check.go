package data

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"podium/schemas"
)

// Tasks' ids and arguments' names become columns, JSON keys and placeholders.
var (
	taskID       = regexp.MustCompile(`^[a-z0-9]+([-_][a-z0-9]+)*$`)
	argumentName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)
)

// faults collects what is wrong in a file of the catalogue.
type faults struct {
	file string
	errs []error
}

func (f *faults) addf(format string, a ...any) {
	f.errs = append(f.errs, fmt.Errorf("%s: %w", f.file, fmt.Errorf(format, a...)))
}

// validate reports all that is wrong in the file by itself; builder/compose
// holds it against the lock.
func (t *Task) validate() error {
	f := &faults{file: t.File}
	if !taskID.MatchString(t.ID) {
		f.addf("the file's name %q is no task id: lower-case letters and digits, joined by - or _", t.ID)
	}
	if t.Type != schemas.ModeBash && t.Type != schemas.ModePython {
		f.addf("type %q is neither bash nor python", t.Type)
	}
	t.checkPlace(f)
	if len(t.Wordings) < 2 {
		f.addf("%d wording(s); a task has two or more", len(t.Wordings))
	}
	if t.Reference == "" {
		f.addf("reference is missing")
	}
	if t.Quota < 1 {
		f.addf("quota %d: a task gives at least one sample", t.Quota)
	}
	if t.Judged != schemas.JudgedExecution && t.Judged != schemas.JudgedStatic {
		f.addf("judged %q is neither execution nor static", t.Judged)
	}
	t.checkArguments(f)
	return errors.Join(f.errs...)
}

// checkPlace reports what is wrong with where the task is and what it starts.
func (t *Task) checkPlace(f *faults) {
	for _, p := range [][2]string{{"directory", t.Directory}, {"readme", t.Readme}} {
		if !fs.ValidPath(p[1]) {
			f.addf("%s %q is no path inside the repository (slashes, no .., no leading ./)", p[0], p[1])
		}
	}
	if t.Section == "" {
		f.addf("section is missing")
	}
	n := 0
	for _, e := range []string{t.Entry.Script, t.Entry.Module, t.Entry.API} {
		if e != "" {
			n++
		}
	}
	if n != 1 {
		f.addf("entry names %d of script, module and api; it must be one", n)
	}
	if t.Entry.API != "" && strings.Count(t.Entry.API, ":") != 1 {
		f.addf("entry: api %q is not of the form package.module:Name", t.Entry.API)
	}
	if (t.Entry.API != "") != (t.Type == schemas.ModePython) {
		f.addf("an API is the entry of a python task, a script or module that of a bash task")
	}
}

func (t *Task) checkArguments(f *faults) {
	if len(t.Arguments) == 0 {
		f.addf("no arguments")
	}
	seen := map[string]bool{}
	for _, a := range t.Arguments {
		if !argumentName.MatchString(a.Name) {
			f.addf("argument %q: a name starts with a letter or _ and holds letters, digits, _ and -", a.Name)
		}
		if seen[a.Name] {
			f.addf("argument %s occurs twice", a.Name)
		}
		seen[a.Name] = true
		if len(a.Values) == 0 {
			f.addf("argument %s has no values", a.Name)
		}
		for _, v := range a.Values {
			if !slices.Contains(Provenances, v.From) {
				f.addf("line %d: argument %s: value %q is from %q; known are %s", v.Line, a.Name, v.Text, v.From, strings.Join(Provenances, ", "))
			}
		}
		python := a.Keyword != "" || len(a.Input) > 0
		if t.Type == schemas.ModePython && (a.Option != "" || a.Operand != nil) || t.Type == schemas.ModeBash && python {
			f.addf("argument %s: option and operand belong to bash tasks, keyword and input to python tasks", a.Name)
		}
	}
}
