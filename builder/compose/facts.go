package compose

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"podium/builder/compose/template"
	"podium/data"
	"podium/schemas"
)

// facts is what the lock says about one task.
type facts struct {
	lock      *data.Lock
	task      *data.Task
	document  data.Document
	section   data.Section
	entry     data.LockedFile
	options   []data.DeclaredOption // of a script's or module's parser and the further parsers
	signature *data.Signature       // of an API
}

// lookUp finds the task's README, section and entry in the lock.
func lookUp(lock *data.Lock, t *data.Task) (*facts, []error) {
	f := &facts{lock: lock, task: t}
	var errs []error
	fail := func(format string, a ...any) { errs = append(errs, fmt.Errorf(format, a...)) }
	doc, ok := lock.Document(t.Readme)
	if !ok {
		fail("readme %s: the lock has no such document", t.Readme)
	}
	f.document = doc
	if i := slices.IndexFunc(doc.Sections, func(s data.Section) bool { return s.Anchor == t.Section }); i >= 0 {
		f.section = doc.Sections[i]
	} else if ok {
		fail("section %s: %s has no such anchor in the lock", t.Section, t.Readme)
	}
	switch {
	case t.Entry.API != "":
		file, s, ok := lock.Signature(t.Entry.API)
		if !ok {
			fail("entry %s: the lock has no such signature", t.Entry.API)
			break
		}
		f.entry, f.signature = file, &s
	case t.Entry.Script != "":
		f.setFile(path.Join(t.Directory, t.Entry.Script), fail)
	default:
		i := slices.IndexFunc(lock.Modules, func(m data.Module) bool { return m.Name == t.Entry.Module })
		switch {
		case t.Entry.File != "":
			f.setFile(t.Entry.File, fail)
		case i < 0:
			fail("entry: the lock has no module %s", t.Entry.Module)
		default:
			f.setFile(lock.Modules[i].File, fail)
		}
	}
	for _, p := range t.Entry.Parsers {
		s, ok := lock.Script(p)
		if !ok {
			fail("entry: the lock has no options declared in %s", p)
		}
		f.options = append(f.options, s.Options...)
	}
	return f, errs
}

// setFile makes name the entry's file and takes the options it declares.
func (f *facts) setFile(name string, fail func(string, ...any)) {
	if s, ok := f.lock.Script(name); ok {
		f.entry = s.LockedFile
		f.options = append(f.options, s.Options...)
		return
	}
	for _, s := range f.lock.Shells {
		if s.File == name {
			f.entry, f.options = s.LockedFile, append(f.options, operands(s.Positionals)...)
			return
		}
	}
	for _, l := range f.lockedFiles() {
		if l.File == name {
			f.entry = l
			return
		}
	}
	fail("entry %s: the lock has no such file", name)
}

// operands declares what a shell script reads as $1, $2 and so on. None is required:
// the script alone knows what it does without.
func operands(positionals []data.Positional) []data.DeclaredOption {
	var options []data.DeclaredOption
	for _, p := range positionals {
		for len(options) < p.Number {
			o := data.DeclaredOption{}
			o.Names, o.Arity = []string{fmt.Sprintf("$%d", len(options)+1)}, "?"
			options = append(options, o)
		}
		o := &options[p.Number-1]
		if p.Default != nil && o.Default == nil {
			literal := template.PythonString(*p.Default)
			o.Default = &literal
		}
	}
	return options
}

// lockedFiles lists the files that the lock names.
func (f *facts) lockedFiles() []data.LockedFile {
	var files []data.LockedFile
	for _, l := range f.lock.Licences {
		files = append(files, l.LockedFile)
	}
	for _, s := range f.lock.Scripts {
		files = append(files, s.LockedFile)
	}
	for _, d := range f.lock.Documents {
		files = append(files, d.LockedFile)
	}
	for _, s := range f.lock.Shells {
		files = append(files, s.LockedFile)
	}
	for _, m := range f.lock.Modules {
		files = append(files, m.LockedFile)
	}
	return files
}

// option returns what declares an argument: an option by its name, or the
// operand at its position.
func (f *facts) option(a *data.TaskArgument) (*data.DeclaredOption, error) {
	name := optionName(f.task, a)
	operands := 0
	for i := range f.options {
		o := &f.options[i]
		switch {
		case name != "" && slices.Contains(o.Names, name):
			return o, nil
		case strings.HasPrefix(o.Names[0], "-"):
		case a.Operand != nil && operands == *a.Operand:
			return o, nil
		default:
			operands++
		}
	}
	if a.Operand != nil {
		return nil, fmt.Errorf("%s declares no operand at position %d", f.entry.File, *a.Operand)
	}
	return nil, fmt.Errorf("%s declares no option %s", f.entry.File, name)
}

// parameter returns the parameter of the API's signature that an argument is given to.
func (f *facts) parameter(name string) (*data.Parameter, int, error) {
	for i := range f.signature.Parameters {
		if p := &f.signature.Parameters[i]; p.Name == name {
			if p.Kind == data.ParameterKeyword {
				return p, -1, nil
			}
			return p, i, nil
		}
	}
	return nil, -1, fmt.Errorf("%s has no parameter %s", f.signature.Name, name)
}

// optionName returns the option a bash task's argument is given to, "" for an operand.
func optionName(t *data.Task, a *data.TaskArgument) string {
	switch {
	case t.Type != schemas.ModeBash || a.Operand != nil || a.Literal != "":
		return ""
	case a.Option != "":
		return a.Option
	}
	return "--" + a.Name
}

// keyword returns the parameter a python task's argument is given to, "" when
// it lands elsewhere.
func keyword(t *data.Task, a *data.TaskArgument) string {
	switch {
	case t.Type != schemas.ModePython || a.Literal != "":
		return ""
	case a.Keyword != "":
		return a.Keyword
	case len(a.Input) > 0:
		return ""
	}
	return a.Name
}
