package python

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// LiteralError says why a piece of source is not a literal. Offset is the byte
// offset in the source, Line its 1-based line.
type LiteralError struct {
	Offset, Line int
	Err          error
}

func (e *LiteralError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Err) }
func (e *LiteralError) Unwrap() error { return e.Err }

// Eval reads src as Python's ast.literal_eval does, evaluating nothing. Beyond
// it, arithmetic on numbers is folded (+ - * / // % **, bounded). It accepts
// less in four places: complex numbers, the ellipsis, \N{…} and lone
// surrogates are refused.
func Eval(src string) (Value, error) {
	src = strings.TrimLeft(src, " \t")
	switch {
	case !utf8.ValidString(src):
		return nil, errors.New("not valid UTF-8")
	case strings.ContainsRune(src, 0):
		return nil, errors.New("source holds a NUL")
	}
	t, err := Parse([]byte(src))
	if err != nil {
		return nil, err
	}
	defer t.Close()
	statements := Children(t.Root())
	if len(statements) != 1 || statements[0].Kind() != "expression_statement" {
		if t.HasError() {
			return nil, syntaxError(t)
		}
		return nil, fmt.Errorf("expected one expression, found %d statements", len(statements))
	}
	if t.HasError() {
		return nil, syntaxError(t)
	}
	if err := onlySpaces(src[:statements[0].StartByte()]); err != nil {
		return nil, err
	}
	return Literal(statements[0], t.Source)
}

// syntaxError names the first place that is not Python.
func syntaxError(t *Tree) error {
	err := &LiteralError{Line: 1, Err: errors.New("invalid syntax")}
	found := false
	Walk(t.Root(), func(n *Node, _ int) bool {
		if !found && (n.IsError() || n.IsMissing()) {
			found = true
			err.Offset, err.Line = int(n.StartByte()), Line(n)
		}
		return !found && n.HasError()
	})
	return err
}

// Literal reads the expression at n, a node of a tree of src, as [Eval] does.
// Names, calls and everything else that would have to be evaluated is a
// *LiteralError.
func Literal(n *Node, src []byte) (Value, error) {
	v, err := literal(n, src)
	if err != nil {
		var located *LiteralError
		if errors.As(err, &located) {
			return nil, err
		}
		return nil, &LiteralError{int(n.StartByte()), Line(n), err}
	}
	return v, nil
}

// literal recurses over expressions; Parse bounds their depth by MaxDepth.
func literal(n *Node, src []byte) (Value, error) {
	switch n.Kind() {
	case "none":
		return None{}, nil
	case "true":
		return Bool(true), nil
	case "false":
		return Bool(false), nil
	case "integer":
		return parseInt(Text(n, src))
	case "float":
		return parseFloat(Text(n, src))
	case "string":
		return unquote(Text(n, src))
	}
	children := Children(n)
	if err := checkGaps(n, src); err != nil {
		return nil, err
	}
	switch n.Kind() {
	case "concatenated_string":
		return concatenate(children, src)
	case "expression_statement":
		if len(children) == 1 {
			return Literal(children[0], src)
		}
		items, err := items(children, src)
		return Tuple(items), err
	case "parenthesized_expression":
		if len(children) == 3 {
			return Literal(children[1], src)
		}
	case "list":
		items, err := items(children, src)
		return List(items), err
	case "tuple":
		items, err := items(children, src)
		return Tuple(items), err
	case "set":
		return set(children, src)
	case "dictionary":
		return dictionary(children, src)
	case "unary_operator":
		v, err := Literal(children[1], src)
		if err != nil {
			return nil, err
		}
		return unary(children[0].Kind(), v)
	case "binary_operator":
		a, err := Literal(children[0], src)
		if err != nil {
			return nil, err
		}
		b, err := Literal(children[2], src)
		if err != nil {
			return nil, err
		}
		return binary(children[1].Kind(), a, b)
	case "call":
		if c := Children(children[1]); Text(children[0], src) == "set" && children[1].Kind() == "argument_list" && len(c) == 2 {
			return Set{}, nil
		}
	}
	return nil, fmt.Errorf("not a literal: %s", describe(n, src))
}

func describe(n *Node, src []byte) string {
	text := Text(n, src)
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:40], "") + "…"
	}
	return fmt.Sprintf("%s %q", strings.ReplaceAll(n.Kind(), "_", " "), text)
}

// items reads comma-separated expressions, brackets and commas among them.
func items(nodes []*Node, src []byte) ([]Value, error) {
	values := []Value{}
	for _, n := range nodes {
		if !n.IsNamed() {
			continue
		}
		v, err := Literal(n, src)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func set(nodes []*Node, src []byte) (Value, error) {
	values, err := items(nodes, src)
	if err != nil {
		return nil, err
	}
	var unique Dict
	for _, v := range values {
		if err := unique.Set(v, v); err != nil {
			return nil, err
		}
	}
	s := Set{}
	for _, p := range unique.Pairs {
		s = append(s, p.Key)
	}
	return s, nil
}

func dictionary(nodes []*Node, src []byte) (Value, error) {
	d := &Dict{}
	for _, n := range nodes {
		if !n.IsNamed() {
			continue
		}
		pair := Children(n)
		if n.Kind() != "pair" || len(pair) != 3 {
			return nil, fmt.Errorf("not a literal: %s", describe(n, src))
		}
		if err := checkGaps(n, src); err != nil {
			return nil, err
		}
		key, err := Literal(pair[0], src)
		if err != nil {
			return nil, err
		}
		value, err := Literal(pair[2], src)
		if err != nil {
			return nil, err
		}
		if err := d.Set(key, value); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// concatenate joins adjacent strings, which must be all str or all bytes.
func concatenate(nodes []*Node, src []byte) (Value, error) {
	var text strings.Builder
	var kind Value
	for _, n := range nodes {
		v, err := Literal(n, src)
		if err != nil {
			return nil, err
		}
		if kind != nil && TypeName(kind) != TypeName(v) {
			return nil, errors.New("cannot mix bytes and nonbytes literals")
		}
		kind = v
		switch v := v.(type) {
		case String:
			text.WriteString(string(v))
		case Bytes:
			text.WriteString(string(v))
		}
	}
	if _, ok := kind.(Bytes); ok {
		return Bytes(text.String()), nil
	}
	return String(text.String()), nil
}

// checkGaps refuses characters between the children of n that the grammar
// skips as white space and Python does not, such as U+2060.
func checkGaps(n *Node, src []byte) error {
	c := n.Walk()
	defer c.Close()
	at := n.StartByte()
	for ok := c.GotoFirstChild(); ok; ok = c.GotoNextSibling() {
		child := c.Node()
		if err := onlySpaces(string(src[at:child.StartByte()])); err != nil {
			return err
		}
		at = child.EndByte()
	}
	return nil
}

func onlySpaces(s string) error {
	for _, r := range s {
		if !strings.ContainsRune(" \t\n\r\f\\", r) {
			return fmt.Errorf("invalid character %U", r)
		}
	}
	return nil
}
