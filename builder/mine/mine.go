package mine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"podium/builder/mine/argparse"
	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
	"podium/internal/store"
)

// Repository mines a repository at its pin.
func Repository(ctx context.Context, st *store.Store, r data.Repository) (*data.Lock, error) {
	repo, err := source.Open(st, r)
	if err != nil {
		if errors.Is(err, store.ErrMissing) {
			return nil, fmt.Errorf("mine %s: %w: fetch it first", r.Name, err)
		}
		return nil, fmt.Errorf("mine %s: %w", r.Name, err)
	}
	m := &miner{repo: repo, lock: &data.Lock{
		SchemaVersion: data.LockSchema,
		Repository:    r.Name,
		Commit:        r.Commit,
		Licences:      repo.Files(source.IsLicence),
	}}
	if err := m.python(ctx); err != nil {
		return nil, fmt.Errorf("mine %s: %w", r.Name, err)
	}
	m.sort()
	return m.lock, nil
}

// miner gathers one repository's lock.
type miner struct {
	repo *source.Repository
	lock *data.Lock
}

func (m *miner) unread(f data.LockedFile, line int, what, why string) {
	m.lock.Unread = append(m.lock.Unread, data.Unread{File: f.File, Blob: f.Blob, Line: line, What: what, Why: why})
}

// python reads all Python files, one at a time, and links what they say.
func (m *miner) python(ctx context.Context) error {
	var programs []*argparse.Program
	for _, f := range m.repo.Files(source.IsPython) {
		if err := ctx.Err(); err != nil {
			return err
		}
		src, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		tree, err := python.Parse(src)
		if err != nil {
			m.unread(f, 1, "python", err.Error())
			continue
		}
		programs = append(programs, argparse.Compile(f, tree))
		tree.Close()
	}
	linker := argparse.NewLinker(m.repo, programs)
	m.lock.Scripts = append(m.lock.Scripts, linker.Scripts()...)
	m.lock.Unread = append(m.lock.Unread, linker.Unread()...)
	return nil
}

func (m *miner) sort() {
	slices.SortFunc(m.lock.Unread, func(a, b data.Unread) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What), cmp.Compare(a.Why, b.Why))
	})
	m.lock.Unread = slices.Compact(m.lock.Unread)
}
