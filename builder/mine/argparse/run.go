package argparse

import (
	"strings"

	"podium/data"
)

// value is what a variable holds, as far as it matters: *handle, *object,
// *parent, text or outside.
type value any

type text string

// outside is what a function that is not in the repository gave: its name.
type outside string

// handle is a parser, a group of one, or its subcommands.
type handle struct {
	parser    *parser
	exclusive int
}

// parser gathers the options added to it.
type parser struct {
	number   int // of those that the entry file makes, from 0
	command  string
	records  []*record
	defaults map[string]setDefault
	suppress int // the line where argument_default=SUPPRESS was said
	groups   int // exclusive ones so far
}

type setDefault struct {
	source string
	line   int
}

// record is an option as it was added to a parser.
type record struct {
	program  *Program
	option   *option
	declared data.DeclaredOption
}

// object is an instance of a class.
type object struct {
	class *class
	attrs map[string]value
}

// parent is what super() gives in a method.
type parent struct {
	self  value
	class *class
}

// Bounds on a run: programs call each other, and may do so for ever. A run that
// comes to an end by maxSteps is told as unread.
const (
	maxCalls = 24
	maxSteps = 100_000
)

// machine runs the programs that one file, the entry, leads to.
type machine struct {
	*Linker
	entry   *Program
	records []*record
	globals map[*Program]env
	active  map[*scope]bool
	ran     map[*scope]bool
	steps   int
	parsers int
	open    bool // data.Script.Open
}

type env map[string]value

// run executes a scope's operations and returns what it returns.
func (m *machine) run(s *scope, vars env, withMain bool) value {
	if m.active[s] || len(m.active) >= maxCalls {
		return nil
	}
	m.active[s], m.ran[s] = true, true
	defer delete(m.active, s)
	var result value
	for i := range s.ops {
		if m.steps++; m.steps > maxSteps {
			return result
		}
		o := &s.ops[i]
		if o.main && !withMain {
			continue
		}
		switch o.kind {
		case opParser:
			vars.set(o.dst, m.newParser(s, o, vars))
		case opGroup, opSubparsers:
			vars.set(o.dst, m.group(o, m.handle(s, vars, o)))
		case opCommand:
			vars.set(o.dst, m.command(s, o, vars))
		case opAdd:
			m.add(s, o, vars)
		case opDefaults:
			if h := m.handle(s, vars, o); h != nil {
				h.parser.setDefaults(o)
			}
		case opAlias:
			if o.text != nil {
				vars.set(o.dst, text(*o.text))
			} else {
				vars.set(o.dst, m.lookup(s, vars, o.recv))
			}
		case opReturn:
			if result == nil {
				result = m.lookup(s, vars, o.recv)
			}
		case opSuper:
			vars.set(o.dst, &parent{vars["self"], s.program.classes[s.class]})
		case opCall:
			vars.set(o.dst, m.call(s, o, vars))
		}
	}
	return result
}

// set binds a dotted name; self.parser is an attribute of what self holds.
func (vars env) set(name string, v value) {
	if name == "" {
		return
	}
	if head, rest, dotted := strings.Cut(name, "."); dotted {
		if o, ok := vars[head].(*object); ok {
			o.attrs[rest] = v
			return
		}
	}
	vars[name] = v
}

func (m *machine) lookup(s *scope, vars env, name string) value {
	if name == "" {
		return nil
	}
	if v, ok := vars[name]; ok {
		return v
	}
	if head, rest, dotted := strings.Cut(name, "."); dotted {
		if o, ok := vars[head].(*object); ok {
			return o.attrs[rest]
		}
	}
	if global, ok := m.globals[s.program]; ok {
		return global[name]
	}
	return nil
}

// handle is the parser that an operation's receiver holds. One that came from
// nowhere, as a function's parameter does when nobody calls it, is taken for a new
// parser, and so is one from outside, which is told; nil is an object that is none.
func (m *machine) handle(s *scope, vars env, o *op) *handle {
	name := o.recv
	switch v := m.lookup(s, vars, name).(type) {
	case outside:
		m.open = true
		if s.program == m.entry {
			m.entry.addUnread(o.line, "the parser is made outside the repository, with options of its own: "+string(v))
		}
	case *handle:
		return v
	case *object:
		if v.class != nil && !m.isParser(v.class, 0) {
			return nil
		}
		h, ok := v.attrs["%parser"].(*handle)
		if !ok {
			h = &handle{parser: m.blank()}
			v.attrs["%parser"] = h
		}
		return h
	}
	h := &handle{parser: m.blank()}
	vars.set(name, h)
	return h
}

func (m *machine) blank() *parser {
	p := &parser{number: m.parsers, defaults: map[string]setDefault{}}
	m.parsers++
	return p
}

func (m *machine) newParser(s *scope, o *op, vars env) *handle {
	p := m.blank()
	m.open = m.open || o.open
	if o.suppress {
		p.suppress = o.line
	}
	m.inherit(p, s, o, vars)
	return &handle{parser: p}
}

// inherit gives a parser its parents' options; a subcommand's are listed again.
func (m *machine) inherit(p *parser, s *scope, o *op, vars env) {
	for _, a := range o.args {
		h, ok := m.lookup(s, vars, a.name).(*handle)
		if !ok {
			m.open = true
			if s.program == m.entry {
				m.entry.addUnread(o.line, "a parent parser is not in the repository, or cannot be followed: "+*a.text)
			}
			continue
		}
		for _, r := range h.parser.records {
			copied := *r
			copied.declared.Command, copied.declared.Parser = p.command, p.number
			p.records = append(p.records, &copied)
			if p.command != "" {
				m.records = append(m.records, &copied)
			}
		}
	}
}

func (m *machine) group(o *op, h *handle) value {
	if h == nil {
		return nil
	}
	g := *h
	if o.exclusive {
		h.parser.groups++
		g.exclusive = h.parser.groups
	}
	return &g
}

// command gives a subcommand its own parser, named after the ones above it.
func (m *machine) command(s *scope, o *op, vars env) value {
	h := m.handle(s, vars, o)
	if h == nil {
		return nil
	}
	p := &parser{number: h.parser.number, defaults: map[string]setDefault{}}
	name := "?"
	if o.text != nil {
		name = *o.text
	}
	p.command = strings.TrimSpace(h.parser.command + " " + name)
	m.inherit(p, s, o, vars)
	return &handle{parser: p}
}
