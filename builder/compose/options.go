package compose

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"podium/data"
	"podium/schemas"
)

var integer = regexp.MustCompile(`^[+-]?[0-9]+$`)

// checkDeclared reports an argument that the entry does not take, or a value
// that its declared type or choices refuse.
func (f *facts) checkDeclared(a *data.TaskArgument) []error {
	if f.task.Type == schemas.ModePython {
		if name := keyword(f.task, a); name != "" && f.signature != nil {
			if _, _, err := f.parameter(name); err != nil {
				return []error{fmt.Errorf("argument %s: %w", a.Name, err)}
			}
		}
		return nil
	}
	o, err := f.option(a)
	if err != nil {
		return []error{fmt.Errorf("argument %s: %w", a.Name, err)}
	}
	var errs []error
	if takesNoValue(&o.Option) != a.Flag() {
		errs = append(errs, fmt.Errorf("argument %s: its values are %q, but %s is declared with action %q", a.Name, a.Values.Texts(), o.Names[0], o.Action))
	}
	if a.Flag() {
		return errs
	}
	for _, v := range a.Values {
		if !fits(v.Text, o.Type) {
			errs = append(errs, fmt.Errorf("line %d: argument %s: value %q is no %s, which %s is declared as", v.Line, a.Name, v.Text, o.Type, o.Names[0]))
		}
		if len(o.Choices) > 0 && !slices.Contains(o.Choices, v.Text) {
			errs = append(errs, fmt.Errorf("line %d: argument %s: value %q is none of the choices of %s: %q", v.Line, a.Name, v.Text, o.Names[0], o.Choices))
		}
	}
	return errs
}

// fits reports whether a type callable reads a value. Only int and float refuse
// anything that a catalogue may hold.
func fits(value, callable string) bool {
	switch callable {
	case "int":
		return integer.MatchString(value)
	case "float":
		_, err := strconv.ParseFloat(value, 64)
		return err == nil && strings.Trim(value, "0123456789+-.eE") == ""
	}
	return true
}

// checkRequired reports required options that the reference never names.
func (f *facts) checkRequired(reference string) []error {
	if f.task.Type != schemas.ModeBash {
		return nil
	}
	words := strings.FieldsFunc(reference, func(r rune) bool { return r == ' ' || r == '\n' || r == '=' })
	var errs []error
	for _, o := range f.options {
		named := slices.ContainsFunc(o.Names, func(n string) bool { return slices.Contains(words, n) })
		if o.Required && strings.HasPrefix(o.Names[0], "-") && !named {
			errs = append(errs, fmt.Errorf("reference: %s requires %s", f.entry.File, o.Names[0]))
		}
	}
	return errs
}
