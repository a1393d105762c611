package argparse

import "strings"

// call follows a call where it may matter: into a function that is handed a
// parser or makes one, and into the methods of objects that mind parsers.
func (m *machine) call(s *scope, o *op, vars env) value {
	if o.recv != "" {
		return m.callMethod(m.lookup(s, vars, o.recv), o.callee, s, o, vars)
	}
	if at := strings.LastIndexByte(o.callee, '.'); at > 0 {
		if v := m.lookup(s, vars, o.callee[:at]); v != nil {
			return m.callMethod(v, o.callee[at+1:], s, o, vars)
		}
	}
	if v, ok := m.lookup(s, vars, o.callee).(*object); ok && s.class != "" && o.callee == "cls" {
		return v
	}
	d := m.find(s.program, o.callee, 0)
	switch {
	case d.class != nil:
		return m.construct(d.class, s, o, vars)
	case d.function != nil:
		return m.callFunction(d.function, s, o, vars)
	}
	target, imported := s.program.resolve(o.callee)
	if !imported {
		return nil
	}
	m.tellAdded(target, s, o, vars)
	return outside(target)
}

// tellAdded tells that a function which is not in the repository is handed a
// parser: it may add options.
func (m *machine) tellAdded(function string, s *scope, o *op, vars env) {
	for i, a := range m.values(s, o, vars) {
		if _, ok := a.value.(*handle); ok || a.value == nil && s.addsTo(o.args[i].name) {
			m.open = true
			if s.program == m.entry {
				m.entry.addUnread(o.line, "options may be added outside the repository, by "+function)
			}
			return
		}
	}
}

// addsTo tells whether the scope adds options to what a variable holds.
func (s *scope) addsTo(name string) bool {
	for _, o := range s.ops {
		if o.kind == opAdd && o.recv == name && name != "" {
			return true
		}
	}
	return false
}

// callFunction calls a function by name; a method called through its class takes
// its self, if any, as an argument.
func (m *machine) callFunction(f *scope, s *scope, o *op, vars env) value {
	args := m.values(s, o, vars)
	if !f.makesParser() && !m.holdsParser(args) {
		return nil
	}
	params := f.params
	if f.class != "" && len(params) > 0 && (params[0] == "cls" || params[0] == "self") {
		if len(args) == 0 || !isObject(args[0].value) || params[0] == "cls" {
			return m.run(f, bind(params[1:], args, env{params[0]: &object{f.program.classes[f.class], env{}}}), false)
		}
	}
	return m.run(f, bind(params, args, env{}), false)
}

func isObject(v value) bool {
	_, ok := v.(*object)
	return ok
}

func (m *machine) construct(k *class, s *scope, o *op, vars env) value {
	self := &object{k, env{}}
	if m.minds(k, 0) || m.isParser(k, 0) {
		if init := m.method(k, "__init__", 0); init != nil {
			m.callOn(self, init, s, o, vars)
		}
	}
	return self
}

func (m *machine) callMethod(v value, name string, s *scope, o *op, vars env) value {
	switch v := v.(type) {
	case *object:
		if f := m.method(v.class, name, 0); f != nil && m.minds(v.class, 0) {
			return m.callOn(v, f, s, o, vars)
		}
	case *parent:
		if v.class == nil {
			return nil
		}
		if f := m.baseMethod(v.class, name, 0); f != nil {
			return m.callOn(v.self, f, s, o, vars)
		}
		m.tellAdded("super()."+name, s, o, vars)
	}
	return nil
}

func (m *machine) callOn(self value, f *scope, s *scope, o *op, vars env) value {
	params, local := f.params, env{}
	if len(params) > 0 && (params[0] == "self" || params[0] == "cls") {
		local[params[0]] = self
		params = params[1:]
	}
	return m.run(f, bind(params, m.values(s, o, vars), local), false)
}

// argument is an operand with its value.
type argument struct {
	keyword string
	value   value
}

func (m *machine) values(s *scope, o *op, vars env) []argument {
	args := make([]argument, len(o.args))
	for i, a := range o.args {
		args[i].keyword = a.keyword
		if a.text != nil {
			args[i].value = text(*a.text)
		} else {
			args[i].value = m.lookup(s, vars, a.name)
		}
	}
	return args
}

// holdsParser tells whether a parser, or an object that minds one, is handed over.
func (m *machine) holdsParser(args []argument) bool {
	for _, a := range args {
		switch v := a.value.(type) {
		case *handle:
			return true
		case *object:
			if m.minds(v.class, 0) {
				return true
			}
		}
	}
	return false
}

func bind(params []string, args []argument, local env) env {
	position := 0
	for _, a := range args {
		if a.keyword != "" {
			local[a.keyword] = a.value
			continue
		}
		if position < len(params) {
			local[params[position]] = a.value
			position++
		}
	}
	return local
}
