package mine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"podium/builder/mine/argparse"
	"podium/builder/mine/argv"
	"podium/builder/mine/click"
	"podium/builder/mine/flags"
	"podium/builder/mine/hydra"
	"podium/builder/mine/licence"
	"podium/builder/mine/registry"
	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
	"podium/internal/store"
)

// Repository mines a repository at its pin. Besides READMEs, and the modules that
// they import from, the lock holds what the tasks name: their documents and the
// modules of their APIs. The error is store.ErrMissing when the repository was not
// fetched.
func Repository(ctx context.Context, st *store.Store, r data.Repository, tasks []data.Task) (*data.Lock, error) {
	c, err := st.Commit(r.Commit)
	if err != nil {
		if errors.Is(err, store.ErrMissing) {
			return nil, fmt.Errorf("mine %s: %w: fetch it first", r.Name, err)
		}
		return nil, fmt.Errorf("mine %s: %w", r.Name, err)
	}
	return mine(ctx, r, source.New(r, c, st), tasks)
}

func mine(ctx context.Context, r data.Repository, repo *source.Repository, tasks []data.Task) (*data.Lock, error) {
	m := &miner{repo: repo, tasks: tasks, candidates: map[string]*candidate{}, lock: &data.Lock{
		SchemaVersion: data.LockSchema,
		Repository:    r.Name,
		Commit:        r.Commit,
	}}
	// Python comes first: commands are told apart by the options it declares, and
	// the documents' imports say whose signatures are kept.
	for _, read := range []func(context.Context) error{m.licences, m.python, m.documents, m.shells, m.modules} {
		if err := read(ctx); err != nil {
			return nil, fmt.Errorf("mine %s: %w", r.Name, err)
		}
	}
	m.tidy()
	return m.lock, nil
}

// miner gathers one repository's lock.
type miner struct {
	repo  *source.Repository
	tasks []data.Task
	lock  *data.Lock
	// scripts are the lock's by file; candidates the modules it may keep, likewise.
	scripts    map[string]*data.Script
	candidates map[string]*candidate
}

func (m *miner) unread(f data.LockedFile, line int, what, why string) {
	m.lock.Unread = append(m.lock.Unread, data.Unread{File: f.File, Blob: f.Blob, Line: line, What: what, Why: why})
}

func (m *miner) licences(context.Context) error {
	for _, f := range m.repo.Files(source.IsLicence) {
		text, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		m.lock.Licences = append(m.lock.Licences, data.LicenceFile{LockedFile: f, SPDX: licence.Identify(string(text))})
	}
	return nil
}

// python reads all Python files, one at a time, and links what they say.
func (m *miner) python(ctx context.Context) error {
	var programs []*argparse.Program
	flagFiles := map[string]*flags.File{}
	for _, f := range m.repo.Files(source.IsPython) {
		if err := ctx.Err(); err != nil {
			return err
		}
		src, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		p, err := source.ParsePython(f, src)
		if err != nil {
			m.unread(f, 1, "python", err.Error())
			continue
		}
		if line := notPython3(p.Tree); line > 0 {
			m.unread(f, line, "python", "not Python 3; what can be read is kept")
		}
		programs = append(programs, argparse.Compile(p))
		m.single(p, flagFiles)
		c := &candidate{data.Module{LockedFile: f, Name: m.repo.ModuleName(f.File)}, p.Imports, p.Stars}
		m.candidates[f.File] = c
		for _, r := range registry.Read(p, c.module.Name) {
			r.LockedFile = f
			m.lock.Registries = append(m.lock.Registries, r)
		}
		p.Close()
	}
	linker := argparse.NewLinker(m.repo, programs)
	m.lock.Scripts = append(m.lock.Scripts, linker.Scripts()...)
	m.lock.Scripts = append(m.lock.Scripts, flags.Scripts(m.repo, flagFiles)...)
	m.lock.Unread = append(m.lock.Unread, linker.Unread()...)
	slices.SortStableFunc(m.lock.Scripts, func(a, b data.Script) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Kind, b.Kind))
	})
	m.scripts = make(map[string]*data.Script, len(m.lock.Scripts))
	for i := range m.lock.Scripts {
		s := &m.lock.Scripts[i]
		if known := m.scripts[s.File]; known == nil || known.Kind == data.ParserArgv {
			m.scripts[s.File] = s
		}
	}
	return nil
}

// single calls the readers that a look at the bytes can spare the walk.
func (m *miner) single(p *source.Python, flagFiles map[string]*flags.File) {
	if bytes.Contains(p.Source, []byte("DEFINE_")) || bytes.Contains(p.Source, []byte("mark_flag")) {
		if file := flags.Read(p); file != nil {
			flagFiles[p.File] = file
			m.lock.Unread = append(m.lock.Unread, file.Unread...)
		}
	}
	if bytes.Contains(p.Source, []byte("click")) {
		m.add(click.Read(p))
	}
	if bytes.Contains(p.Source, []byte("argv")) {
		m.add(argv.Read(p))
	}
	if bytes.Contains(p.Source, []byte("hydra")) {
		if main := hydra.Find(p); main != nil {
			m.hydra(p.LockedFile, main)
		}
	}
}

// hydra reads the configuration that a script names.
func (m *miner) hydra(script data.LockedFile, main *hydra.Main) {
	tell := func(why string) { m.unread(script, main.Line, data.ParserHydra, why) }
	if main.Unread != "" {
		tell(main.Unread)
		return
	}
	files := m.repo.Files(func(name string) bool { return name == main.File })
	if len(files) == 0 {
		tell("the configuration " + main.File + " is not in the repository")
		return
	}
	config, err := m.repo.Read(files[0])
	if err != nil {
		tell(err.Error())
		return
	}
	options, err := hydra.Options(config)
	if err != nil {
		tell(main.File + ": " + err.Error())
		return
	}
	if hydra.Composed(config) {
		tell(main.File + " is put together with others by its defaults; only its own keys are read")
	}
	for i := range options {
		options[i].File = main.File
	}
	m.lock.Scripts = append(m.lock.Scripts, data.Script{
		LockedFile: script, Kind: data.ParserHydra, Parsers: files, Options: options,
	})
}

// add takes what a reader of single files found.
func (m *miner) add(s data.Script, unread []data.Unread, found bool) {
	if len(s.Options) > 0 {
		m.lock.Scripts = append(m.lock.Scripts, s)
	}
	if found {
		m.lock.Unread = append(m.lock.Unread, unread...)
	}
}

// tidy sorts what is not in order yet, and writes nothing as an empty list.
func (m *miner) tidy() {
	slices.SortFunc(m.lock.Unread, func(a, b data.Unread) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What), cmp.Compare(a.Why, b.Why))
	})
	m.lock.Unread = orEmpty(slices.Compact(m.lock.Unread))
	l := m.lock
	l.Licences, l.Scripts, l.Documents = orEmpty(l.Licences), orEmpty(l.Scripts), orEmpty(l.Documents)
	l.Shells, l.Modules, l.Registries = orEmpty(l.Shells), orEmpty(l.Modules), orEmpty(l.Registries)
	for i := range l.Documents {
		d := &l.Documents[i]
		d.Sections, d.Commands, d.Snippets = orEmpty(d.Sections), orEmpty(d.Commands), orEmpty(d.Snippets)
		for j := range d.Snippets {
			d.Snippets[j].Imports, d.Snippets[j].Calls = orEmpty(d.Snippets[j].Imports), orEmpty(d.Snippets[j].Calls)
		}
	}
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// notPython3 is the first line that Python 3 does not take, 0 when there is none.
// The grammar itself takes words that became keywords later: f(async=True).
func notPython3(tree *python.Tree) int {
	line := 0
	words := bytes.Contains(tree.Source, []byte("async")) || bytes.Contains(tree.Source, []byte("await"))
	if !tree.HasError() && !words {
		return 0
	}
	python.Walk(tree.Root(), func(n *python.Node, _ int) bool {
		if line == 0 && (n.IsError() || n.IsMissing() || n.Kind() == "keyword_argument" && isKeyword(n, tree)) {
			line = python.Line(n)
		}
		return line == 0 && (words || n.HasError())
	})
	return line
}

func isKeyword(argument *python.Node, tree *python.Tree) bool {
	name := argument.ChildByFieldName("name")
	if name == nil {
		return false
	}
	word := tree.Text(name)
	return word == "async" || word == "await"
}
