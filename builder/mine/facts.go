package mine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"podium/data"
)

// fact names one thing in a lock; fields hold what is said of it, without where
// it stands, which every edit above it moves. The place is for Touched.
type (
	fact   struct{ file, what string }
	fields map[string]string
	said   struct {
		fields
		place
	}
)

// place is whom a fact of a document concerns.
type place struct {
	sections []string // anchors of those that it stands in
	entry    string   // file that a command starts, or callee
}

// factsOf takes a lock apart.
func factsOf(l *data.Lock) map[fact]said {
	facts := map[fact]said{}
	put := func(file, what string, f fields, at ...place) {
		for n, k := 2, (fact{file, what}); ; n++ {
			if _, taken := facts[k]; !taken {
				facts[k] = said{f, append(at, place{})[0]}
				return
			}
			k.what = fmt.Sprintf("%s (%d)", what, n)
		}
	}
	for _, f := range l.Licences {
		put(f.File, "licence file", fields{"content": f.Blob, "SPDX id": f.SPDX})
	}
	for _, s := range l.Scripts {
		put(s.File, s.Kind+" parser", fields{"open": fmt.Sprint(s.Open)})
		for _, o := range s.Options {
			put(s.File, "option "+strings.Join(o.Names, " "), optionFields(o))
		}
	}
	for _, d := range l.Documents {
		put(d.File, "document", nil)
		for _, s := range d.Sections {
			put(d.File, "section #"+s.Anchor, fields{"level": fmt.Sprint(s.Level)}, place{[]string{s.Anchor}, ""})
		}
		for _, c := range d.Commands {
			put(d.File, "command "+c.Script+c.Module, commandFields(c), place{sectionsAt(d, c.Start), c.File})
		}
		for _, s := range d.Snippets {
			for _, c := range s.Calls {
				put(d.File, "call of "+c.Callee, fields{"arguments": fmt.Sprint(c.Arguments)}, place{sectionsAt(d, s.Start), c.Callee})
			}
		}
	}
	for _, s := range l.Shells {
		put(s.File, "shell script", nil)
		for _, p := range s.Positionals {
			put(s.File, fmt.Sprintf("positional $%d", p.Number), fields{"name": p.Name, "default": deref(p.Default)})
		}
		for _, c := range s.Commands {
			put(s.File, "command "+c.Script+c.Module, commandFields(c), place{nil, c.File})
		}
	}
	for _, m := range l.Modules {
		for _, s := range m.Signatures {
			put(m.File, "signature "+s.Name, signatureFields(s))
		}
	}
	for _, r := range l.Registries {
		put(r.File, "registry "+r.Name, fields{"keys": strings.Join(r.Keys, ", ")})
	}
	for _, c := range l.Configs {
		for _, k := range c.Keys {
			put(c.File, "key "+k.Name, fields{"value": deref(k.Value)})
		}
	}
	for _, u := range l.Unread {
		put(u.File, u.What+" that cannot be read: "+u.Why, nil)
	}
	return facts
}

func optionFields(o data.DeclaredOption) fields {
	return fields{
		"dest": o.Dest, "action": o.Action, "type": o.Type, "default": deref(o.Default), "const": deref(o.Const),
		"choices": strings.Join(o.Choices, ", "), "arity": o.Arity, "required": fmt.Sprint(o.Required),
		"declared in": o.File, "subcommand": o.Command,
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// sectionsAt lists the sections that a byte of a document is in.
func sectionsAt(d data.Document, start int) []string {
	anchors := []string{}
	for _, s := range d.Sections {
		if s.Start <= start && start < s.End {
			anchors = append(anchors, s.Anchor)
		}
	}
	return anchors
}

func commandFields(c data.Command) fields {
	words := make([]string, len(c.Arguments))
	for i, a := range c.Arguments {
		words[i] = strings.TrimSpace(a.Option + " " + strings.Join(a.Values, " "))
	}
	return fields{
		"folder": c.Dir, "environment": strings.Join(c.Env, " "), "launcher": strings.Join(c.Launcher, " "),
		"file": c.File, "arguments": strings.Join(words, " "),
	}
}

func signatureFields(s data.Signature) fields {
	words := make([]string, len(s.Parameters))
	for i, p := range s.Parameters {
		words[i] = p.Kind + p.Name
		if p.Default != nil {
			words[i] += "=" + *p.Default
		}
	}
	return fields{"parameters": strings.Join(words, ", "), "bases": strings.Join(s.Bases, ", ")}
}

// changed tells which fields differ, "" when none does.
func changed(was, is fields) string {
	var changes []string
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if was[name] != is[name] {
			changes = append(changes, fmt.Sprintf("%s was %q, is %q", name, was[name], is[name]))
		}
	}
	return strings.Join(changes, "; ")
}
