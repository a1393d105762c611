package argparse

import (
	"fmt"
	"strings"

	"podium/builder/mine/source"
	"podium/internal/python"
)

// option reads an add_argument call.
func (c *compiler) option(n *python.Node) *option {
	o := &option{}
	o.declared.Line = python.Line(n)
	computed := func(what, why string) {
		o.declared.Computed = append(o.declared.Computed, what)
		o.unread = append(o.unread, why)
	}
	var keywords []source.Argument
	for _, a := range source.Arguments(n, c.src) {
		switch {
		case a.Splat == "*":
			computed("names", "names of an option are taken from "+shorten(c.text(a.Value)))
		case a.Splat == "**":
			computed("keywords", "keywords of an option are taken from "+shorten(c.text(a.Value)))
		case a.Keyword == "":
			c.name(o, a.Value)
		default:
			keywords = append(keywords, a)
		}
	}
	for _, k := range keywords {
		if c.keyword(o, k) {
			continue
		}
		o.declared.Computed = append(o.declared.Computed, k.Keyword)
		o.pending = append(o.pending, pending{
			keyword: k.Keyword,
			name:    source.Dotted(k.Value, c.src),
			why:     fmt.Sprintf("%s of %s is computed: %s", k.Keyword, label(o), shorten(c.text(k.Value))),
		})
	}
	if o.declared.Dest == "" && o.literalNames() {
		o.declared.Dest = destination(o.declared.Names)
	}
	return o
}

func label(o *option) string {
	if len(o.declared.Names) == 0 {
		return "an option"
	}
	return o.declared.Names[0]
}

// name reads one of the option's names. One that is put together from variables
// is kept as a template: whoever calls the function may tell their values.
func (c *compiler) name(o *option, n *python.Node) {
	if text := c.stringConstant(n); text != nil {
		o.declared.Names = append(o.declared.Names, *text)
		return
	}
	o.templates = append(o.templates, c.template(n))
	o.declared.Computed = append(o.declared.Computed, "names")
	o.unread = append(o.unread, "the name of an option is computed: "+shorten(c.text(n)))
}

// template reads a string put together with + or in an f-string; nil when it is
// anything else.
func (c *compiler) template(n *python.Node) template {
	if text := c.stringConstant(n); text != nil {
		return template{{text: text}}
	}
	switch n.Kind() {
	case "identifier":
		return template{{name: c.text(n)}}
	case "binary_operator":
		left, operator, right := n.ChildByFieldName("left"), n.ChildByFieldName("operator"), n.ChildByFieldName("right")
		if operator == nil || operator.Kind() != "+" {
			return nil
		}
		a, b := c.template(left), c.template(right)
		if a == nil || b == nil {
			return nil
		}
		return append(a, b...)
	case "string":
		return c.formatted(n)
	}
	return nil
}

func (c *compiler) formatted(n *python.Node) template {
	var t template
	for _, part := range python.Named(n) {
		switch part.Kind() {
		case "string_start", "string_end":
		case "string_content":
			text := c.text(part)
			if strings.ContainsAny(text, `\{}`) {
				return nil
			}
			t = append(t, operand{text: &text})
		case "interpolation":
			inner := python.Named(part)
			if len(inner) != 1 || inner[0].Kind() != "identifier" {
				return nil
			}
			t = append(t, operand{name: c.text(inner[0])})
		default:
			return nil
		}
	}
	return t
}

// keyword reads one keyword argument; false: its value is no literal.
func (c *compiler) keyword(o *option, k source.Argument) bool {
	text := source.Expression(k.Value, c.src)
	value, err := python.Literal(k.Value, c.src)
	if err != nil {
		value = nil
	}
	switch k.Keyword {
	case "default":
		o.hasDefault = true
		o.declared.Default = &text
		return value != nil || isSuppress(text)
	case "const":
		o.declared.Const = &text
		return value != nil
	case "type":
		o.declared.Type = text
		if s, ok := value.(python.String); ok {
			o.declared.Type = string(s) // optparse's names for types
		}
		return true
	case "action":
		o.declared.Action = text // a class
		if s, ok := value.(python.String); ok {
			o.declared.Action = string(s)
		}
		return true
	case "nargs":
		if arity := arityName(text); arity != "" {
			value = python.String(arity)
		}
	case "choices":
		if value == nil {
			value = c.rangeValue(k.Value)
		}
	case "dest", "required":
	default:
		return true // help, metavar: prose
	}
	return value != nil && o.declare(k.Keyword, value)
}

// declare notes the value of a keyword; false: it is not of a kind that argparse
// would take.
func (o *option) declare(keyword string, value python.Value) bool {
	d := &o.declared
	switch keyword {
	case "default", "const":
		text := python.Repr(value)
		if keyword == "const" {
			d.Const = &text
		} else {
			d.Default = &text
		}
	case "dest":
		s, ok := value.(python.String)
		d.Dest = string(s)
		return ok
	case "required":
		b, ok := value.(python.Bool)
		d.Required = bool(b)
		return ok
	case "nargs":
		switch value.(type) {
		case python.String, python.Int:
			d.Arity = python.Str(value)
		case python.None:
		default:
			return false
		}
	case "choices":
		items, ok := collection(value)
		d.Choices = items
		return ok
	}
	return true
}

func isSuppress(text string) bool {
	return text == "SUPPRESS" || strings.HasSuffix(text, ".SUPPRESS")
}

// arityName is what argparse's names for kinds of nargs stand for.
func arityName(text string) string {
	switch text[strings.LastIndexByte(text, '.')+1:] {
	case "REMAINDER":
		return "..."
	case "PARSER":
		return "A..."
	case "OPTIONAL":
		return "?"
	case "ZERO_OR_MORE":
		return "*"
	case "ONE_OR_MORE":
		return "+"
	}
	return ""
}

// collection lists the members of a collection as Python's str gives them, a
// dict's being its keys, a string's its characters.
func collection(value python.Value) ([]string, bool) {
	var items []python.Value
	switch v := value.(type) {
	case python.List:
		items = v
	case python.Tuple:
		items = v
	case python.Set:
		items = v
	case *python.Dict:
		for _, p := range v.Pairs {
			items = append(items, p.Key)
		}
	case python.String:
		for _, r := range string(v) {
			items = append(items, python.String(r))
		}
	case python.None:
	default:
		return nil, false
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = python.Str(item)
	}
	return texts, true
}

// maxRange is how many values of a range are listed.
const maxRange = 64

// rangeValue lists a short range(…) of literal bounds; nil when it is none.
func (c *compiler) rangeValue(n *python.Node) python.Value {
	if n.Kind() != "call" || c.text(n.ChildByFieldName("function")) != "range" {
		return nil
	}
	var bounds []int64
	for _, a := range source.Arguments(n, c.src) {
		v, err := python.Literal(a.Value, c.src)
		i, ok := v.(python.Int)
		if err != nil || !ok || !i.IsInt64() || a.Keyword != "" || a.Splat != "" {
			return nil
		}
		bounds = append(bounds, i.Int64())
	}
	switch len(bounds) {
	case 1:
		bounds = []int64{0, bounds[0]}
	case 2:
	default:
		return nil
	}
	if n := bounds[1] - bounds[0]; n < 0 || n > maxRange {
		return nil
	}
	list := python.List{}
	for i := bounds[0]; i < bounds[1]; i++ {
		list = append(list, python.NewInt(i))
	}
	return list
}

// destination is the dest that argparse derives from names: of the first long
// option, else of the first short one, a positional's own name.
func destination(names []string) string {
	dest := ""
	for _, name := range names {
		if strings.HasPrefix(name, "--") {
			dest = name
			break
		}
		if dest == "" {
			dest = name
		}
	}
	if !strings.HasPrefix(dest, "-") {
		return dest
	}
	return strings.ReplaceAll(strings.TrimLeft(dest, "-"), "-", "_")
}
