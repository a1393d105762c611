package click

import (
	"strings"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// Read looks through a file; ok is false when nothing in it is click's.
func Read(f *source.Python) (s data.Script, unread []data.Unread, ok bool) {
	r := &reader{src: f.Source, imports: f.Imports, file: f.LockedFile}
	python.Walk(f.Root(), func(n *python.Node, _ int) bool {
		if n.Kind() == "decorated_definition" {
			r.decorated(n)
		}
		return true
	})
	s = data.Script{LockedFile: f.LockedFile, Kind: data.ParserClick, Options: r.options}
	return s, r.unread, len(r.options)+len(r.unread) > 0
}

type reader struct {
	src     []byte
	imports map[string]string
	file    data.LockedFile
	options []data.DeclaredOption
	unread  []data.Unread
}

func (r *reader) decorated(n *python.Node) {
	command := ""
	var calls []*python.Node
	for _, d := range python.Named(n) {
		if d.Kind() != "decorator" {
			continue
		}
		for _, call := range python.Named(d) {
			if call.Kind() == "call" {
				calls = append(calls, call)
			}
		}
	}
	for _, call := range calls {
		dotted := source.Dotted(call.ChildByFieldName("function"), r.src)
		if target, _ := source.Resolve(dotted, r.imports); strings.HasSuffix(dotted, ".command") && !isClick(target, "command") {
			command = r.commandName(n, call)
		}
	}
	for _, call := range calls {
		target, _ := source.Resolve(source.Dotted(call.ChildByFieldName("function"), r.src), r.imports)
		switch {
		case isClick(target, "option"):
			r.parameter(call, command, true)
		case isClick(target, "argument"):
			r.parameter(call, command, false)
		}
	}
}

func isClick(target, name string) bool {
	return target == "click."+name || target == "click:"+name
}

// commandName is what the decorator says, or the function's name as click writes it.
func (r *reader) commandName(n, call *python.Node) string {
	for _, a := range source.Arguments(call, r.src) {
		if a.Keyword == "" || a.Keyword == "name" {
			if v, err := python.Literal(a.Value, r.src); err == nil {
				return python.Str(v)
			}
		}
	}
	if f := n.ChildByFieldName("definition"); f != nil {
		if name := f.ChildByFieldName("name"); name != nil {
			return strings.ReplaceAll(python.Text(name, r.src), "_", "-")
		}
	}
	return "?"
}

func (r *reader) tell(n *python.Node, why string) {
	r.unread = append(r.unread, data.Unread{File: r.file.File, Blob: r.file.Blob, Line: python.Line(n), What: data.ParserClick, Why: why})
}

func (r *reader) parameter(call *python.Node, command string, option bool) {
	o := data.DeclaredOption{Line: python.Line(call), Command: command}
	o.Required = !option
	for _, a := range source.Arguments(call, r.src) {
		v, err := python.Literal(a.Value, r.src)
		text := source.Expression(a.Value, r.src)
		switch {
		case a.Splat != "" || a.Keyword == "" && err != nil:
			r.tell(call, "names of an option are computed: "+text)
			return
		case a.Keyword == "":
			r.name(&o, python.Str(v))
		default:
			r.keyword(&o, call, a.Keyword, text, v)
		}
	}
	if !option && (o.Default != nil || o.Arity == "*") {
		o.Required = false
	}
	if o.Dest == "" {
		o.Dest = destination(o.Names)
	}
	r.options = append(r.options, o)
}

// destination is the parameter that click derives: of the first name with the most
// dashes.
func destination(names []string) string {
	best, dashes := "", -1
	for _, name := range names {
		bare := strings.TrimLeft(name, "-")
		if n := len(name) - len(bare); n > dashes {
			best, dashes = bare, n
		}
	}
	return strings.ToLower(strings.ReplaceAll(best, "-", "_"))
}

// name takes "--shout/--no-shout" apart; a bare name is the parameter's own.
func (r *reader) name(o *data.DeclaredOption, name string) {
	if !strings.HasPrefix(name, "-") {
		if o.Required && len(o.Names) == 0 {
			o.Names = []string{name}
		}
		o.Dest = name
		return
	}
	on, off, both := strings.Cut(name, "/")
	o.Names = append(o.Names, strings.TrimSpace(on))
	if both {
		o.Names = append(o.Names, strings.TrimSpace(off))
		o.Action = "store_true"
	}
}

func (r *reader) keyword(o *data.DeclaredOption, call *python.Node, keyword, text string, v python.Value) {
	switch keyword {
	case "default":
		o.Default = &text
		if v == nil {
			o.Computed = append(o.Computed, "default")
			r.tell(call, "default of "+strings.Join(o.Names, " ")+" is computed: "+text)
		}
	case "type":
		o.Type = text
	case "required":
		o.Required = text == "True"
	case "is_flag":
		if text == "True" {
			o.Action = "store_true"
		}
	case "count":
		if text == "True" {
			o.Action = "count"
		}
	case "multiple":
		if text == "True" {
			o.Action = "append"
		}
	case "nargs":
		if o.Arity = text; text == "-1" {
			o.Arity = "*"
		}
	}
}
