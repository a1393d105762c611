package data

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// LockName is where the catalogue keeps a repository's lock.
func LockName(repository string) string { return path.Join("lock", repository+".json") }

// ReadLock reads a repository's lock; fs.ErrNotExist when it has none.
func ReadLock(fsys fs.FS, repository string) (*Lock, error) {
	name := LockName(repository)
	b, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	l, err := DecodeLock(b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if l.Repository != repository {
		return nil, fmt.Errorf("%s: it is the lock of %q", name, l.Repository)
	}
	return l, nil
}

// DecodeLock reads a lock strictly.
func DecodeLock(b []byte) (*Lock, error) {
	var l Lock
	if err := strictJSON(b, &l); err != nil {
		return nil, err
	}
	if l.SchemaVersion != LockSchema {
		return nil, fmt.Errorf("schema_version %d, this program reads %d", l.SchemaVersion, LockSchema)
	}
	return &l, nil
}

// Summary counts what the lock holds, on one line.
func (l *Lock) Summary() string {
	options, commands, snippets, signatures := 0, 0, 0, 0
	for _, s := range l.Scripts {
		options += len(s.Options)
	}
	for _, d := range l.Documents {
		commands += len(d.Commands)
		snippets += len(d.Snippets)
	}
	for _, s := range l.Shells {
		commands += len(s.Commands)
	}
	for _, m := range l.Modules {
		signatures += len(m.Signatures)
	}
	return fmt.Sprintf("%d scripts, %d options, %d documents, %d commands, %d snippets, %d signatures, %d unread",
		len(l.Scripts), options, len(l.Documents), commands, snippets, signatures, len(l.Unread))
}

// maxExports bounds how often a name is passed on from package to package.
const maxExports = 8

// Signature returns the signature called name, package.module:Name, of the module
// itself or of the one that a package takes the name from. From beside its checkout
// a repository is a package too: name may start with the repository's.
func (l *Lock) Signature(name string) (LockedFile, Signature, bool) {
	f, s, ok := l.signature(name, 0)
	if inside, qualified := strings.CutPrefix(name, l.Repository+"."); !ok && qualified {
		return l.signature(inside, 0)
	}
	return f, s, ok
}

func (l *Lock) signature(name string, depth int) (LockedFile, Signature, bool) {
	module, local, _ := strings.Cut(name, ":")
	first, method, _ := strings.Cut(local, ".")
	for _, m := range l.Modules {
		if m.Name != module {
			continue
		}
		for _, s := range m.Signatures {
			if s.Name == name {
				return m.LockedFile, s, true
			}
		}
		for _, e := range m.Exports {
			target := e.Target
			switch {
			case depth == maxExports:
				continue
			case e.Name == "*":
				target += ":" + local
			case e.Name != first:
				continue
			case method != "":
				target += "." + method
			}
			if f, s, ok := l.signature(target, depth+1); ok {
				return f, s, true
			}
		}
	}
	return LockedFile{}, Signature{}, false
}

// Script returns the script that is the repository's file.
func (l *Lock) Script(file string) (Script, bool) {
	for _, s := range l.Scripts {
		if s.File == file {
			return s, true
		}
	}
	return Script{}, false
}

// Document returns the README that is the repository's file.
func (l *Lock) Document(file string) (Document, bool) {
	for _, d := range l.Documents {
		if d.File == file {
			return d, true
		}
	}
	return Document{}, false
}
