package argparse

import (
	"cmp"
	"slices"
	"strings"

	"podium/data"
)

// Scripts returns the files that take options, with the options they take: their
// own, then those they get from other files.
func (l *Linker) Scripts() []data.Script {
	files := make([]string, 0, len(l.programs))
	for file := range l.programs {
		files = append(files, file)
	}
	slices.Sort(files)
	var scripts []data.Script
	for _, file := range files {
		if s, ok := l.script(l.programs[file]); ok {
			scripts = append(scripts, s)
		}
	}
	return scripts
}

// Unread lists what could not be read in all programs. Scripts comes first: it
// finds out which calls of add_argument are a parser's.
func (l *Linker) Unread() []data.Unread {
	var all []data.Unread
	for _, p := range l.programs {
		all = append(all, p.unread...)
		for _, s := range p.scopes {
			for _, o := range s.ops {
				if o.kind != opAdd || l.foreign[o.option] {
					continue
				}
				for _, why := range o.option.unread {
					all = append(all, p.whyUnread(o.option.declared.Line, why))
				}
			}
		}
	}
	return all
}

func (l *Linker) script(p *Program) (data.Script, bool) {
	m := &machine{
		Linker: l, entry: p,
		globals: map[*Program]env{p: {}},
		active:  map[*scope]bool{}, ran: map[*scope]bool{},
	}
	if p.guarded {
		m.importAll(p, map[*Program]bool{p: true})
	}
	m.run(p.scopes[""], m.globals[p], true)
	m.runRest()
	if m.steps > maxSteps {
		p.addUnread(1, "the functions that parsers go through call each other too often to follow them all")
	}
	s := data.Script{LockedFile: p.File, Kind: data.ParserArgparse, Options: m.options(), Open: m.open || m.steps > maxSteps}
	if len(m.records) > 0 && m.records[0].option.optparse {
		s.Kind = data.ParserOptparse
	}
	for _, o := range s.Options {
		if o.File == "" || slices.ContainsFunc(s.Parsers, func(f data.LockedFile) bool { return f.File == o.File }) {
			continue
		}
		s.Parsers = append(s.Parsers, l.programs[o.File].File)
	}
	return s, len(s.Options) > 0 || p.makesParser()
}

func (p *Program) makesParser() bool {
	for _, s := range p.scopes {
		if s.makesParser() {
			return true
		}
	}
	return false
}

// importAll runs the modules that a script imports as far as they do something
// with parsers when they are imported.
func (m *machine) importAll(p *Program, seen map[*Program]bool) {
	for _, q := range m.imported(p) {
		if seen[q] || len(seen) > 1000 {
			continue
		}
		seen[q] = true
		m.importAll(q, seen)
		m.globals[q] = env{}
		m.run(q.scopes[""], m.globals[q], false)
	}
}

// imported lists the programs of the modules that p imports.
func (m *machine) imported(p *Program) []*Program {
	if p.imported != nil {
		return p.imported
	}
	var modules []string
	for _, target := range p.imports {
		module, name, from := strings.Cut(target, ":")
		modules = append(modules, module)
		if from {
			modules = append(modules, joinModule(module, name))
		}
	}
	modules = append(modules, p.stars...)
	slices.Sort(modules)
	programs := []*Program{}
	for _, module := range slices.Compact(modules) {
		if q := m.programs[m.repo.Module(p.File.File, module)]; q != nil {
			programs = append(programs, q)
		}
	}
	p.imported = programs
	return programs
}

// runRest runs what the module itself did not call: the methods of a class on one
// object, so that its parser is known to all of them, then the other functions.
func (m *machine) runRest() {
	objects := map[string]*object{}
	for _, name := range m.entry.names {
		s := m.entry.scopes[name]
		if s.class != "" && objects[s.class] == nil {
			self := &object{m.entry.classes[s.class], env{}}
			objects[s.class] = self
			if init := m.method(self.class, "__init__", 0); init != nil && !m.ran[init] && m.minds(self.class, 0) {
				m.run(init, env{"self": self}, false)
			}
		}
		if m.ran[s] {
			continue
		}
		vars := env{}
		if s.class != "" && len(s.params) > 0 && (s.params[0] == "self" || s.params[0] == "cls") {
			vars[s.params[0]] = objects[s.class] // a static method has neither
		}
		m.run(s, vars, false)
	}
}

// options lists what was recorded, each once.
func (m *machine) options() []data.DeclaredOption {
	type key struct {
		program        *Program
		line           int
		names, command string
	}
	seen := map[key]bool{}
	options := []data.DeclaredOption{}
	for _, r := range m.records {
		k := key{r.program, r.declared.Line, strings.Join(r.declared.Names, " "), r.declared.Command}
		if seen[k] {
			continue
		}
		seen[k] = true
		d := r.declared
		if r.program != m.entry {
			d.File = r.program.File.File
		}
		options = append(options, d)
	}
	slices.SortStableFunc(options, func(a, b data.DeclaredOption) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	renumber(options)
	return options
}

// renumber numbers the parsers from 0 in the order in which they come up.
func renumber(options []data.DeclaredOption) {
	numbers := map[int]int{}
	for i := range options {
		n, ok := numbers[options[i].Parser]
		if !ok {
			n = len(numbers)
			numbers[options[i].Parser] = n
		}
		options[i].Parser = n
	}
}
