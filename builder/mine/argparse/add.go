package argparse

import (
	"slices"
	"strings"
)

// add adds an option to the parser that the operation's receiver holds.
func (m *machine) add(s *scope, o *op, vars env) {
	h := m.handle(s, vars, o)
	if h == nil {
		m.foreign[o.option] = true
		return
	}
	r := &record{program: s.program, option: o.option, declared: o.option.declared}
	d := &r.declared
	d.Names = slices.Clone(d.Names)
	d.Computed = slices.Clone(d.Computed)
	if !o.option.literalNames() {
		names, ok := m.fill(s, vars, o.option.templates)
		if !ok {
			m.open = true
			return // told as unread when it was compiled
		}
		d.Names = append(d.Names, names...)
		d.Computed = slices.DeleteFunc(d.Computed, func(what string) bool { return what == "names" })
		if d.Dest == "" && !slices.Contains(d.Computed, "dest") {
			d.Dest = destination(d.Names)
		}
	}
	d.Exclusive, d.Command = h.exclusive, h.parser.command
	d.Parser = h.parser.number
	if set, ok := h.parser.defaults[d.Dest]; ok && !o.option.hasDefault {
		d.Default, d.DefaultLine = &set.source, set.line
	} else if h.parser.suppress > 0 && !o.option.hasDefault {
		suppress := "argparse.SUPPRESS"
		d.Default, d.DefaultLine = &suppress, h.parser.suppress
	}
	m.open = m.open || slices.Contains(d.Computed, "names")
	h.parser.records = append(h.parser.records, r)
	m.records = append(m.records, r)
}

// setDefaults is argparse's set_defaults: it changes the options that are there,
// and waits for those to come that say no default of their own.
func (p *parser) setDefaults(o *op) {
	for dest, source := range o.defaults {
		p.defaults[dest] = setDefault{source, o.line}
		for _, r := range p.records {
			if r.declared.Dest == dest {
				r.declared.Default, r.declared.DefaultLine = &source, o.line
			}
		}
	}
}

// fill puts the values of string variables into the templates of names.
func (m *machine) fill(s *scope, vars env, templates []template) ([]string, bool) {
	var names []string
	for _, t := range templates {
		if t == nil {
			return nil, false
		}
		var b strings.Builder
		for _, part := range t {
			if part.text != nil {
				b.WriteString(*part.text)
				continue
			}
			v, ok := m.lookup(s, vars, part.name).(text)
			if !ok {
				return nil, false
			}
			b.WriteString(string(v))
		}
		names = append(names, b.String())
	}
	return names, true
}
