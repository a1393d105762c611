package argparse

import (
	"strconv"
	"strings"

	"podium/builder/mine/source"
	"podium/internal/python"
)

// Compile reads a file's syntax tree.
func Compile(file *source.Python) *Program {
	p := &Program{
		File:      file.LockedFile,
		imports:   file.Imports,
		stars:     file.Stars,
		scopes:    map[string]*scope{},
		classes:   map[string]*class{},
		constants: constants(file.Tree),
	}
	c := &compiler{program: p, src: file.Source}
	c.scope = c.open("", "", nil)
	c.statements(file.Root())
	return p
}

// constants are the names that a module's own statements assign once, to a
// literal.
func constants(tree *python.Tree) map[string]python.Value {
	values := map[string]python.Value{}
	count := map[string]int{}
	for _, statement := range python.Named(tree.Root()) {
		if statement.Kind() != "expression_statement" {
			continue
		}
		for _, n := range python.Named(statement) {
			left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
			if left == nil || left.Kind() != "identifier" {
				continue
			}
			name := tree.Text(left)
			count[name]++
			delete(values, name)
			if count[name] > 1 || n.Kind() != "assignment" || right == nil {
				continue
			}
			if v, err := python.Literal(right, tree.Source); err == nil {
				values[name] = v
			}
		}
	}
	return values
}

type compiler struct {
	program *Program
	src     []byte
	scope   *scope
	class   string
	main    bool
	temps   int
}

func (c *compiler) text(n *python.Node) string { return python.Text(n, c.src) }

func (c *compiler) open(name, class string, params []string) *scope {
	s := &scope{program: c.program, name: name, class: class, params: params}
	for _, taken := c.program.scopes[name]; taken; _, taken = c.program.scopes[name] {
		name += "'" // defined again: both are kept, the first one is called
	}
	c.program.scopes[name] = s
	c.program.names = append(c.program.names, name)
	return s
}

func (c *compiler) emit(o op) {
	o.main = c.main
	c.scope.ops = append(c.scope.ops, o)
}

func (c *compiler) temp() string {
	c.temps++
	return "%" + strconv.Itoa(c.temps)
}

// statements compiles what is below n. It recurses over nesting, which
// python.Parse bounds.
func (c *compiler) statements(n *python.Node) {
	for _, child := range python.Named(n) {
		c.statement(child)
	}
}

func (c *compiler) statement(n *python.Node) {
	switch n.Kind() {
	case "import_statement", "import_from_statement", "future_import_statement":
	case "function_definition":
		c.function(n)
	case "class_definition":
		c.classDefinition(n)
	case "decorated_definition":
		if d := n.ChildByFieldName("definition"); d != nil {
			c.statement(d)
		}
	case "return_statement":
		for _, value := range python.Named(n) {
			if name := c.expression(value); name != "" {
				c.emit(op{kind: opReturn, line: python.Line(n), recv: name})
			}
		}
	case "if_statement":
		c.ifStatement(n)
	case "assignment", "augmented_assignment":
		c.assignment(n)
	case "expression_statement", "block", "for_statement", "while_statement", "with_statement", "try_statement",
		"else_clause", "elif_clause", "except_clause", "except_group_clause", "finally_clause", "with_clause", "with_item",
		"match_statement", "case_clause", "ERROR":
		c.statements(n)
	default:
		c.expression(n)
	}
}

// ifStatement compiles both branches; what is under a main guard is marked.
func (c *compiler) ifStatement(n *python.Node) {
	condition := n.ChildByFieldName("condition")
	guard := condition != nil && c.scope.name == "" && isMainGuard(c.text(condition))
	for _, child := range python.Named(n) {
		before := c.main
		if guard && child.Kind() == "block" {
			c.main, c.program.guarded = true, true
		}
		c.statement(child)
		c.main = before
	}
}

func isMainGuard(condition string) bool {
	condition = strings.Trim(strings.ReplaceAll(strings.Join(strings.Fields(condition), ""), "'", `"`), "()")
	return condition == `__name__=="__main__"` || condition == `"__main__"==__name__`
}

func (c *compiler) function(n *python.Node) {
	name := n.ChildByFieldName("name")
	body := n.ChildByFieldName("body")
	if name == nil || body == nil {
		return
	}
	qualified := c.text(name)
	switch {
	case c.class != "":
		qualified = c.class + "." + qualified
	case c.scope.name != "":
		qualified = c.scope.name + "." + qualified
	}
	inner := *c
	inner.scope = c.open(qualified, c.class, parameterNames(n, c.src))
	inner.class, inner.main = "", false
	if c.class != "" {
		if k := c.program.classes[c.class]; k.methods[c.text(name)] == nil {
			k.methods[c.text(name)] = inner.scope
		}
	}
	inner.statements(body)
	c.temps = inner.temps
}

func parameterNames(function *python.Node, src []byte) []string {
	list := function.ChildByFieldName("parameters")
	if list == nil {
		return nil
	}
	var names []string
	for _, p := range python.Named(list) {
		name := p.ChildByFieldName("name")
		switch {
		case p.Kind() == "identifier":
			names = append(names, python.Text(p, src))
		case name != nil:
			names = append(names, python.Text(name, src))
		case p.Kind() == "typed_parameter":
			if inner := python.Named(p); len(inner) > 0 {
				names = append(names, python.Text(inner[0], src))
			}
		}
	}
	return names
}

func (c *compiler) classDefinition(n *python.Node) {
	name := n.ChildByFieldName("name")
	body := n.ChildByFieldName("body")
	if name == nil || body == nil {
		return
	}
	k := &class{program: c.program, name: c.text(name), methods: map[string]*scope{}}
	if bases := n.ChildByFieldName("superclasses"); bases != nil {
		for _, b := range python.Named(bases) {
			if dotted := source.Dotted(b, c.src); dotted != "" {
				k.bases = append(k.bases, dotted)
			}
		}
	}
	if c.program.classes[k.name] != nil {
		k.name += "'"
	}
	c.program.classes[k.name] = k
	inner := *c
	inner.class = k.name
	inner.statements(body)
	c.temps = inner.temps
}

func (c *compiler) assignment(n *python.Node) string {
	left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
	if left == nil || right == nil {
		return ""
	}
	var value string
	if right.Kind() == "assignment" { // a = b = …
		value = c.assignment(right)
	} else {
		value = c.expression(right)
	}
	name := source.Dotted(left, c.src)
	if name == "" || n.Kind() != "assignment" {
		return ""
	}
	o := op{kind: opAlias, line: python.Line(n), dst: name, recv: value}
	if v, err := python.Literal(right, c.src); err == nil {
		if s, ok := v.(python.String); ok {
			text := string(s)
			o.text = &text
		}
	}
	c.emit(o)
	return name
}
