package flags

import (
	"cmp"
	"slices"
	"strings"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// File is what a Python file says about flags.
type File struct {
	data.LockedFile
	Imports  map[string]string
	Options  []data.DeclaredOption
	Required map[string]bool // flags marked as required, by name
	Unread   []data.Unread
}

// kinds are DEFINE_'s endings, with the type and action that they stand for.
var kinds = map[string]struct{ typ, action string }{
	"string": {"str", ""}, "integer": {"int", ""}, "float": {"float", ""},
	"bool": {"bool", ""}, "boolean": {"bool", ""}, "enum": {"enum", ""}, "enum_class": {"enum", ""},
	"list": {"list", ""}, "spaceseplist": {"list", ""},
	"multi_string": {"str", "append"}, "multi_integer": {"int", "append"}, "multi_float": {"float", "append"}, "multi_enum": {"enum", "append"},
}

// Read looks through a file; nil: it has no flags.
func Read(f *source.Python) *File {
	out := &File{LockedFile: f.LockedFile, Imports: f.Imports, Required: map[string]bool{}}
	r := &reader{src: f.Source, out: out}
	python.Walk(f.Root(), func(n *python.Node, _ int) bool {
		if n.Kind() == "call" {
			r.call(n)
		}
		return true
	})
	if len(out.Options)+len(out.Required)+len(out.Unread) == 0 {
		return nil
	}
	return out
}

type reader struct {
	src []byte
	out *File
}

func (r *reader) call(n *python.Node) {
	function := n.ChildByFieldName("function")
	if function == nil {
		return
	}
	dotted := source.Dotted(function, r.src)
	name := dotted[strings.LastIndexByte(dotted, '.')+1:]
	switch name {
	case "mark_flag_as_required", "mark_flags_as_required":
		r.required(n)
		return
	}
	ending, ok := strings.CutPrefix(name, "DEFINE_")
	if !ok {
		return
	}
	kind, ok := kinds[ending]
	if !ok {
		r.unread(n, "flags of "+name+" are not read")
		return
	}
	r.define(n, kind.typ, kind.action)
}

func (r *reader) unread(n *python.Node, why string) {
	r.out.Unread = append(r.out.Unread, data.Unread{
		File: r.out.File, Blob: r.out.Blob, Line: python.Line(n), What: data.ParserAbsl, Why: why,
	})
}

// define reads DEFINE_x(name, default, help), DEFINE_enum(name, default, values, help).
func (r *reader) define(n *python.Node, typ, action string) {
	words := []string{"name", "default", "help"}
	if typ == "enum" {
		words = []string{"name", "default", "enum_values", "help"}
	}
	args := map[string]*python.Node{}
	for i, a := range source.Arguments(n, r.src) {
		switch {
		case a.Splat != "":
			r.unread(n, "arguments of a flag are taken from elsewhere")
			return
		case a.Keyword != "":
			args[a.Keyword] = a.Value
		case i < len(words):
			args[words[i]] = a.Value
		}
	}
	name, ok := r.stringOf(args["name"])
	if !ok {
		r.unread(n, "the name of a flag is computed")
		return
	}
	o := data.DeclaredOption{Line: python.Line(n)}
	o.Names, o.Dest, o.Type, o.Action = []string{"--" + name}, name, typ, action
	if short, ok := r.stringOf(args["short_name"]); ok {
		o.Names = append(o.Names, "-"+short)
	}
	if d := args["default"]; d != nil {
		text := source.Expression(d, r.src)
		o.Default = &text
		if _, err := python.Literal(d, r.src); err != nil {
			o.Computed = append(o.Computed, "default")
			r.unread(n, "default of --"+name+" is computed")
		}
	}
	if v := args["enum_values"]; v != nil {
		r.choices(&o, v)
	}
	if v := args["required"]; v != nil {
		o.Required = python.Text(v, r.src) == "True"
	}
	r.out.Options = append(r.out.Options, o)
}

func (r *reader) choices(o *data.DeclaredOption, n *python.Node) {
	v, err := python.Literal(n, r.src)
	list, ok := v.(python.List)
	if err != nil || !ok {
		o.Computed = append(o.Computed, "choices")
		r.unread(n, "choices of "+o.Names[0]+" are computed")
		return
	}
	for _, item := range list {
		o.Choices = append(o.Choices, python.Str(item))
	}
}

func (r *reader) stringOf(n *python.Node) (string, bool) {
	if n == nil {
		return "", false
	}
	v, err := python.Literal(n, r.src)
	s, ok := v.(python.String)
	return string(s), err == nil && ok
}

func (r *reader) required(n *python.Node) {
	for _, a := range source.Arguments(n, r.src) {
		v, err := python.Literal(a.Value, r.src)
		if err != nil {
			r.unread(n, "which flags are required is computed")
			return
		}
		switch v := v.(type) {
		case python.String:
			r.out.Required[string(v)] = true
		case python.List:
			for _, item := range v {
				r.out.Required[python.Str(item)] = true
			}
		}
	}
}

// Scripts links files: importing a module defines its flags too.
func Scripts(repo *source.Repository, files map[string]*File) []data.Script {
	var scripts []data.Script
	for _, f := range files {
		s := data.Script{LockedFile: f.LockedFile, Kind: data.ParserAbsl, Options: []data.DeclaredOption{}}
		for _, from := range closure(repo, files, f) {
			if from != f && len(from.Options) > 0 {
				s.Parsers = append(s.Parsers, from.LockedFile)
			}
			for _, o := range from.Options {
				if from != f {
					o.File = from.File
				}
				o.Required = o.Required || f.Required[o.Dest]
				s.Options = append(s.Options, o)
			}
		}
		scripts = append(scripts, s)
	}
	slices.SortFunc(scripts, func(a, b data.Script) int { return cmp.Compare(a.File, b.File) })
	return scripts
}

// closure lists f, then the files with flags that it imports, sorted.
func closure(repo *source.Repository, files map[string]*File, f *File) []*File {
	seen := map[*File]bool{f: true}
	queue := []*File{f}
	for i := 0; i < len(queue); i++ {
		for _, target := range queue[i].Imports {
			module, name, _ := strings.Cut(target, ":")
			for _, m := range []string{module, strings.TrimSuffix(module, ".") + "." + name} {
				if g := files[repo.Module(queue[i].File, m)]; g != nil && !seen[g] {
					seen[g] = true
					queue = append(queue, g)
				}
			}
		}
	}
	slices.SortFunc(queue[1:], func(a, b *File) int { return cmp.Compare(a.File, b.File) })
	return queue
}
