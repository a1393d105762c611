package argparse

import (
	"strings"

	"podium/builder/mine/source"
	"podium/internal/python"
)

// expression compiles the calls in an expression and returns the variable that
// holds its value, "" when it is nothing that matters.
func (c *compiler) expression(n *python.Node) string {
	switch n.Kind() {
	case "identifier":
		return c.text(n)
	case "attribute":
		if name := source.Dotted(n, c.src); name != "" {
			return name
		}
		c.expression(n.ChildByFieldName("object"))
		return ""
	case "call":
		return c.call(n)
	case "parenthesized_expression", "await":
		name := ""
		for _, child := range python.Named(n) {
			name = c.expression(child)
		}
		return name
	case "named_expression":
		name, value := n.ChildByFieldName("name"), n.ChildByFieldName("value")
		if name == nil || value == nil {
			return ""
		}
		c.emit(op{kind: opAlias, line: python.Line(n), dst: c.text(name), recv: c.expression(value)})
		return c.text(name)
	case "string", "integer", "float", "comment":
		return ""
	}
	for _, child := range python.Named(n) {
		c.expression(child)
	}
	return ""
}

func (c *compiler) call(n *python.Node) string {
	function := n.ChildByFieldName("function")
	if function == nil {
		return ""
	}
	o := op{line: python.Line(n)}
	if function.Kind() == "attribute" {
		object, method := function.ChildByFieldName("object"), c.text(function.ChildByFieldName("attribute"))
		if kind, ok := methods[method]; ok {
			o.kind, o.recv = kind, c.expression(object)
			return c.method(n, o, method)
		}
		if source.Dotted(function, c.src) == "" {
			o.kind, o.recv, o.callee = opCall, c.expression(object), method
			return c.plainCall(n, o)
		}
	}
	o.callee = source.Dotted(function, c.src)
	switch {
	case o.callee == "":
		c.expression(function)
		c.operands(n)
		return ""
	case o.callee == "super":
		o.kind, o.dst = opSuper, c.temp()
		c.emit(o)
		return o.dst
	case c.isParserClass(o.callee):
		return c.parser(n, o)
	}
	o.kind = opCall
	return c.plainCall(n, o)
}

// methods are the names by which parsers and groups are told things.
var methods = map[string]opKind{
	"add_argument":                 opAdd,
	"add_option":                   opAdd, // optparse's
	"add_argument_group":           opGroup,
	"add_mutually_exclusive_group": opGroup,
	"add_subparsers":               opSubparsers,
	"add_parser":                   opCommand,
	"add_option_group":             opGroup,
	"set_defaults":                 opDefaults,
}

func (c *compiler) method(n *python.Node, o op, method string) string {
	switch o.kind {
	case opAdd:
		o.option = c.option(n)
		o.option.optparse = method == "add_option"
		c.emit(o)
		return ""
	case opDefaults:
		o.defaults = map[string]string{}
		for _, a := range source.Arguments(n, c.src) {
			if a.Splat != "" {
				c.program.addUnread(o.line, "set_defaults takes names and values from "+shorten(c.text(a.Value)))
				continue
			}
			if a.Keyword != "" {
				o.defaults[a.Keyword] = source.Expression(a.Value, c.src)
			}
		}
		c.emit(o)
		return ""
	case opCommand:
		for i, a := range source.Arguments(n, c.src) {
			switch {
			case i == 0 && a.Keyword == "" && a.Splat == "", a.Keyword == "name":
				o.text = c.stringConstant(a.Value)
			case a.Keyword == "parents":
				c.parents(&o, a.Value)
			}
		}
		if o.text == nil {
			c.program.addUnread(o.line, "the name of a subcommand is computed")
		}
	}
	o.exclusive = method == "add_mutually_exclusive_group"
	o.dst = c.temp()
	c.emit(o)
	return o.dst
}

// isParserClass tells whether a dotted name is argparse's parser class, optparse's,
// or one that by its name is made of one of them.
func (c *compiler) isParserClass(dotted string) bool {
	target, _ := c.program.resolve(dotted)
	last := target[strings.LastIndexAny(target, ".:")+1:]
	return isParserName(last) && c.program.classes[dotted] == nil
}

func isParserName(name string) bool {
	return strings.HasSuffix(name, "ArgumentParser") || strings.HasSuffix(name, "OptionParser")
}

func (c *compiler) parser(n *python.Node, o op) string {
	o.kind, o.dst = opParser, c.temp()
	if target, _ := c.program.resolve(o.callee); strings.HasSuffix(target, ":HfArgumentParser") {
		c.program.addUnread(o.line, "the fields of dataclasses are options: "+shorten(c.text(n)))
		o.open = true
	}
	for _, a := range source.Arguments(n, c.src) {
		switch a.Keyword {
		case "parents":
			c.parents(&o, a.Value)
		case "argument_default":
			o.suppress = isSuppress(c.text(a.Value))
		}
	}
	c.emit(o)
	return o.dst
}

// parents notes the parsers that a new one takes its options from.
func (c *compiler) parents(o *op, list *python.Node) {
	if list.Kind() != "list" && list.Kind() != "tuple" {
		c.program.addUnread(o.line, "parent parsers are computed: "+shorten(c.text(list)))
		o.open = true
		return
	}
	for _, parent := range python.Named(list) {
		written := shorten(c.text(parent))
		o.args = append(o.args, operand{name: c.expression(parent), text: &written})
	}
}

func (c *compiler) plainCall(n *python.Node, o op) string {
	o.args = c.operands(n)
	o.dst = c.temp()
	c.emit(o)
	return o.dst
}

func (c *compiler) operands(n *python.Node) []operand {
	args := source.Arguments(n, c.src)
	operands := make([]operand, 0, len(args))
	for _, a := range args {
		operands = append(operands, operand{keyword: a.Keyword, name: c.expression(a.Value), text: c.stringConstant(a.Value)})
	}
	return operands
}

func (c *compiler) stringConstant(n *python.Node) *string {
	if n.Kind() != "string" && n.Kind() != "concatenated_string" {
		return nil
	}
	v, err := python.Literal(n, c.src)
	if err != nil {
		return nil
	}
	s, ok := v.(python.String)
	if !ok {
		return nil
	}
	text := string(s)
	return &text
}

// shorten keeps a message about an expression on one short line.
func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
