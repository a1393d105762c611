package argparse

import (
	"slices"
	"strings"

	"podium/builder/mine/source"
	"podium/internal/python"
)

// Linker knows the programs of all files of a repository.
type Linker struct {
	repo     *source.Repository
	programs map[string]*Program // by file
	// foreign are add_argument calls on objects that are no parsers.
	foreign map[*option]bool
}

// NewLinker returns a linker for a repository's programs.
func NewLinker(repo *source.Repository, programs []*Program) *Linker {
	l := &Linker{repo, make(map[string]*Program, len(programs)), map[*option]bool{}}
	for _, p := range programs {
		l.programs[p.File.File] = p
	}
	l.settle()
	return l
}

// definition is a function or a class that a name means.
type definition struct {
	function *scope
	class    *class
}

func (d definition) found() bool { return d.function != nil || d.class != nil }

// maxHops bounds how often a name is looked up in the file it is imported from.
const maxHops = 8

// find returns what a dotted name means in a file: f, Class, Class.method, or
// any of these through imports.
func (l *Linker) find(p *Program, dotted string, hops int) definition {
	if p == nil || hops > maxHops {
		return definition{}
	}
	if d := p.local(dotted); d.found() {
		return d
	}
	target, imported := p.resolve(dotted)
	if !imported {
		for _, module := range p.stars {
			if d := l.find(l.programs[l.repo.Module(p.File.File, module)], dotted, hops+1); d.found() {
				return d
			}
		}
		return definition{}
	}
	module, name, from := strings.Cut(target, ":")
	if from {
		if d := l.find(l.programs[l.repo.Module(p.File.File, module)], name, hops+1); d.found() {
			return d
		}
		module = joinModule(module, name) // from package import module
	}
	// package.module.function: the longest part that is a file is the module.
	for at := strings.LastIndexByte(module, '.'); at > 0; at = strings.LastIndexByte(module[:at], '.') {
		if file := l.repo.Module(p.File.File, module[:at]); file != "" {
			return l.find(l.programs[file], module[at+1:], hops+1)
		}
	}
	return definition{}
}

func joinModule(module, name string) string {
	if strings.HasSuffix(module, ".") {
		return module + name
	}
	return module + "." + name
}

func (p *Program) local(dotted string) definition {
	if s := p.scopes[dotted]; s != nil && dotted != "" {
		return definition{function: s}
	}
	return definition{class: p.classes[dotted]}
}

// method finds a method of a class or of its bases.
func (l *Linker) method(k *class, name string, hops int) *scope {
	if k == nil || hops > maxHops {
		return nil
	}
	if s := k.methods[name]; s != nil {
		return s
	}
	return l.baseMethod(k, name, hops)
}

func (l *Linker) baseMethod(k *class, name string, hops int) *scope {
	for _, base := range k.bases {
		if s := l.method(l.find(k.program, base, 0).class, name, hops+1); s != nil {
			return s
		}
	}
	return nil
}

// isParser tells whether a class is made of argparse's parser.
func (l *Linker) isParser(k *class, hops int) bool {
	if k == nil || hops > maxHops {
		return false
	}
	for _, base := range k.bases {
		target, _ := k.program.resolve(base)
		if isParserName(target) || l.isParser(l.find(k.program, base, 0).class, hops+1) {
			return true
		}
	}
	return false
}

// minds tells whether any method of the class or its bases has to do with
// parsers, so that following its objects is worth the while.
func (l *Linker) minds(k *class, hops int) bool {
	if k == nil || hops > maxHops {
		return false
	}
	for _, s := range k.methods {
		for _, o := range s.ops {
			if o.kind == opParser || o.kind == opAdd {
				return true
			}
		}
	}
	for _, base := range k.bases {
		if l.minds(l.find(k.program, base, 0).class, hops+1) {
			return true
		}
	}
	return false
}

// constant is the literal that a dotted name stands for in a file, its own or
// imported; nil when it is none.
func (l *Linker) constant(p *Program, dotted string, hops int) python.Value {
	if p == nil || dotted == "" || hops > maxHops {
		return nil
	}
	if v, ok := p.constants[dotted]; ok {
		return v
	}
	target, imported := p.resolve(dotted)
	if !imported {
		for _, module := range p.stars {
			if v := l.constant(l.programs[l.repo.Module(p.File.File, module)], dotted, hops+1); v != nil {
				return v
			}
		}
		return nil
	}
	module, name, from := strings.Cut(target, ":")
	if !from {
		at := strings.LastIndexByte(module, '.')
		if at < 0 {
			return nil
		}
		module, name = module[:at], module[at+1:]
	}
	if v := l.constant(l.programs[l.repo.Module(p.File.File, module)], name, hops+1); v != nil {
		return v
	}
	if head, rest, ok := strings.Cut(name, "."); ok { // from package import module
		return l.constant(l.programs[l.repo.Module(p.File.File, joinModule(module, head))], rest, hops+1)
	}
	return nil
}

// settle reads the pending keywords of all options whose values are constants.
func (l *Linker) settle() {
	for _, p := range l.programs {
		for _, s := range p.scopes {
			for _, o := range s.ops {
				if o.kind == opAdd {
					l.settleOption(p, o.option)
				}
			}
		}
	}
}

func (l *Linker) settleOption(p *Program, o *option) {
	for _, k := range o.pending {
		v := l.constant(p, k.name, 0)
		if v == nil || !o.declare(k.keyword, v) {
			o.unread = append(o.unread, k.why)
			continue
		}
		o.declared.Computed = slices.DeleteFunc(o.declared.Computed, func(what string) bool { return what == k.keyword })
	}
	o.pending = nil
}
