package mine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"podium/builder/mine/licence"
	"podium/builder/mine/source"
	"podium/data"
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
	for _, read := range []func(context.Context) error{m.licences, m.python, m.documents, m.shells, m.modules, m.configs} {
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
	dotlist    bool // the code sets keys of YAML files from a command line
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
