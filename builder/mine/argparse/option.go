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
		why := c.keyword(o, k)
		if why != "" {
			computed(k.Keyword, fmt.Sprintf("%s of %s is %s", k.Keyword, label(o), why))
		}
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

// keyword reads one keyword argument; it returns what the value is when it
// cannot be read.
func (c *compiler) keyword(o *option, k source.Argument) (why string) {
	d := &o.declared
	source1 := source.Expression(k.Value, c.src)
	value, err := python.Literal(k.Value, c.src)
	literal := err == nil
	expression := "computed: " + shorten(source1)
	switch k.Keyword {
	case "default":
		d.Default, o.hasDefault = &source1, true
		if !literal && !isSuppress(source1) {
			return expression
		}
	case "const":
		d.Const = &source1
		if !literal {
			return expression
		}
	case "type":
		d.Type = source1
	case "dest":
		if s, ok := value.(python.String); ok {
			d.Dest = string(s)
			return ""
		}
		return expression
	case "action":
		d.Action = source1 // a class
		if s, ok := value.(python.String); ok {
			d.Action = string(s)
		}
	case "required":
		b, ok := value.(python.Bool)
		if !ok {
			return expression
		}
		d.Required = bool(b)
	case "nargs":
		arity, ok := c.arity(k.Value, value)
		if !ok {
			return expression
		}
		d.Arity = arity
	case "choices":
		choices, ok := c.choices(k.Value)
		if !ok {
			return expression
		}
		d.Choices = choices
	}
	return ""
}

func isSuppress(text string) bool {
	return text == "SUPPRESS" || strings.HasSuffix(text, ".SUPPRESS")
}

// arity gives nargs as text; argparse's two names for special ones stand for "..."
// and "A...".
func (c *compiler) arity(n *python.Node, value python.Value) (string, bool) {
	switch v := value.(type) {
	case python.String, python.Int:
		return python.Str(v), true
	case python.None:
		return "", true
	}
	name := c.text(n)
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "REMAINDER":
		return "...", true
	case "PARSER":
		return "A...", true
	case "OPTIONAL":
		return "?", true
	case "ZERO_OR_MORE":
		return "*", true
	case "ONE_OR_MORE":
		return "+", true
	}
	if v, ok := c.program.constants[name]; ok {
		return python.Str(v), true
	}
	return "", false
}

// choices reads a literal collection, a constant of the module that is one, or a
// short range.
func (c *compiler) choices(n *python.Node) ([]string, bool) {
	value, err := python.Literal(n, c.src)
	if err != nil {
		v, ok := c.program.constants[c.text(n)]
		if !ok {
			return c.rangeChoices(n)
		}
		value = v
	}
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
	case python.String: // each character is one
		for _, r := range string(v) {
			items = append(items, python.String(r))
		}
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

func (c *compiler) rangeChoices(n *python.Node) ([]string, bool) {
	if n.Kind() != "call" || c.text(n.ChildByFieldName("function")) != "range" {
		return nil, false
	}
	var bounds []int64
	for _, a := range source.Arguments(n, c.src) {
		v, err := python.Literal(a.Value, c.src)
		i, ok := v.(python.Int)
		if err != nil || !ok || !i.IsInt64() || a.Keyword != "" || a.Splat != "" {
			return nil, false
		}
		bounds = append(bounds, i.Int64())
	}
	switch len(bounds) {
	case 1:
		bounds = []int64{0, bounds[0]}
	case 2:
	default:
		return nil, false
	}
	if bounds[1]-bounds[0] > maxRange || bounds[1] < bounds[0] {
		return nil, false
	}
	texts := []string{}
	for i := bounds[0]; i < bounds[1]; i++ {
		texts = append(texts, fmt.Sprint(i))
	}
	return texts, true
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
