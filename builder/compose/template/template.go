// Package template fills the placeholders of a task file: wordings of an
// instruction, the reference output, set-up commands.
//
//	{name}                 the value of argument name
//	{name!q}               the value as one shell word, quoted where needed
//	{name!r}               the value as a Python string literal
//	{name?text}            text when the flag name is on
//	{name?text|other}      other when it is off
//	{name=value?text|other}  text when name has the value, other when not
//	{{  }}                 a brace
//
// text and other may hold placeholders themselves; in them \| \} \{ \\ stand for
// the character. There is nothing else: no loop, no function, no arithmetic, so
// that a template says all of what it may become.
package template

import (
	"fmt"
	"slices"
	"strings"
)

// On and Off are the values of a flag.
const (
	On  = "on"
	Off = "off"
)

// Template is a parsed template.
type Template struct {
	source string
	parts  []part
}

// part is text, or a placeholder when name is set.
type part struct {
	text  string
	name  string
	form  byte // 'q', 'r' or 0
	cond  bool
	value string // what name must be for yes
	yes   []part
	no    []part
}

// Render returns the template with each placeholder filled by value, which
// gives an argument's text.
func (t *Template) Render(value func(name string) (string, bool)) (string, error) {
	var b strings.Builder
	if err := render(&b, t.parts, value); err != nil {
		return "", fmt.Errorf("template %.40q: %w", t.source, err)
	}
	return b.String(), nil
}

func render(b *strings.Builder, parts []part, value func(string) (string, bool)) error {
	for _, p := range parts {
		if p.name == "" {
			b.WriteString(p.text)
			continue
		}
		v, ok := value(p.name)
		if !ok {
			return fmt.Errorf("no argument is named %q", p.name)
		}
		switch {
		case p.cond:
			next := p.no
			if v == p.value {
				next = p.yes
			}
			if err := render(b, next, value); err != nil {
				return err
			}
		case p.form == 'q':
			b.WriteString(ShellWord(v))
		case p.form == 'r':
			b.WriteString(PythonString(v))
		default:
			b.WriteString(v)
		}
	}
	return nil
}

// Names lists the arguments the template depends on, each once, in order of
// first appearance.
func (t *Template) Names() []string {
	var names []string
	walk(t.parts, func(p part) {
		if p.name != "" && !slices.Contains(names, p.name) {
			names = append(names, p.name)
		}
	})
	return names
}

// Conditions lists the (name, value) pairs the template tests.
func (t *Template) Conditions() [][2]string {
	var pairs [][2]string
	walk(t.parts, func(p part) {
		if p.cond {
			pairs = append(pairs, [2]string{p.name, p.value})
		}
	})
	return pairs
}

// Text returns the template's fixed text, alternatives included, a space for
// each placeholder: what a reader sees whatever the values are.
func (t *Template) Text() string {
	var b strings.Builder
	walk(t.parts, func(p part) {
		if p.name == "" {
			b.WriteString(p.text)
		} else {
			b.WriteByte(' ')
		}
	})
	return b.String()
}

func (t *Template) String() string { return t.source }

func walk(parts []part, visit func(part)) {
	for _, p := range parts {
		visit(p)
		walk(p.yes, visit)
		walk(p.no, visit)
	}
}
