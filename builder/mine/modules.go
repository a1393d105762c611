package mine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"podium/builder/mine/signature"
	"podium/data"
	"podium/internal/python"
)

// candidate is a Python file whose signatures the lock may keep.
type candidate struct {
	module  data.Module
	imports map[string]string
	stars   []string
}

// modules keeps the modules that the documents import from and the tasks call, and
// those that these get the names from in turn.
func (m *miner) modules(ctx context.Context) error {
	kept := map[string]bool{}
	for _, d := range m.lock.Documents {
		for _, s := range d.Snippets {
			for _, i := range s.Imports {
				m.keep(d.File, i.Target, kept, 0)
			}
			for _, c := range s.Calls {
				m.keepCallee(d.File, c.Callee, kept)
			}
		}
	}
	for _, t := range m.tasks {
		if t.Entry.API != "" {
			m.keep("", t.Entry.API, kept, 0)
		}
	}
	for file := range kept {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := m.candidates[file]
		if err := m.signatures(&c.module); err != nil {
			return err
		}
		if strings.HasSuffix(file, "__init__.py") {
			c.module.Exports = m.exports(c)
		}
		m.lock.Modules = append(m.lock.Modules, c.module)
	}
	slices.SortFunc(m.lock.Modules, func(a, b data.Module) int { return cmp.Compare(a.File, b.File) })
	return nil
}

// signatures parses a kept module once more: trees of all would fill the memory.
func (m *miner) signatures(module *data.Module) error {
	src, err := m.repo.Read(module.LockedFile)
	if err != nil {
		return err
	}
	tree, err := python.Parse(src)
	if err != nil {
		return fmt.Errorf("%s: %w", module.File, err)
	}
	defer tree.Close()
	module.Signatures = orEmpty(signature.Read(tree, module.Name))
	return nil
}

// keepCallee keeps the module of package.module.function, called through an import
// of the package alone.
func (m *miner) keepCallee(from, callee string, kept map[string]bool) {
	for at := strings.LastIndexByte(callee, '.'); at > 0; at = strings.LastIndexByte(callee[:at], '.') {
		if m.candidates[m.repo.Module(from, callee[:at])] != nil {
			name, _, _ := strings.Cut(callee[at+1:], ".")
			m.keep(from, callee[:at]+":"+strings.TrimRight(name, "()"), kept, 0)
			return
		}
	}
}

// maxExports bounds how often a name is passed on from package to package.
const maxExports = 8

// keep marks the file of a module, or of the module that a package takes Name
// from, as target says: package.module or package.module:Name.
func (m *miner) keep(from, target string, kept map[string]bool, depth int) {
	if depth > maxExports {
		return
	}
	module, name, named := strings.Cut(target, ":")
	file := m.repo.Module(from, module)
	c := m.candidates[file]
	if c == nil {
		return
	}
	if !named {
		kept[file] = true
		return
	}
	if sub := m.repo.Module(from, strings.TrimSuffix(module, ".")+"."+name); m.candidates[sub] != nil {
		kept[sub] = true // from package import module
		return
	}
	kept[file] = true
	first, _, _ := strings.Cut(name, ".")
	if passed, ok := c.imports[first]; ok {
		m.keep(file, passed, kept, depth+1)
		return
	}
	for _, star := range c.stars {
		m.keep(file, star+":"+name, kept, depth+1)
	}
}

// exports are the names that a package takes from modules of the repository.
func (m *miner) exports(c *candidate) []data.Import {
	var list []data.Import
	add := func(name, module, rest string) {
		if from := m.candidates[m.repo.Module(c.module.File, module)]; from != nil && from != c {
			list = append(list, data.Import{Name: name, Target: from.module.Name + rest})
		}
	}
	for name, target := range c.imports {
		module, rest, named := strings.Cut(target, ":")
		if named {
			add(name, module, ":"+rest)
		}
	}
	for _, module := range c.stars {
		add("*", module, "")
	}
	slices.SortFunc(list, func(a, b data.Import) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Target, b.Target))
	})
	return list
}
