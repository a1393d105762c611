package check

import (
	"errors"

	"podium/internal/python"
)

// maxSteps bounds the work of folding all expressions of one program.
const maxSteps = 50_000

var errUnknown = errors.New("not a value that can be read off the text")

// fold reads an expression's value: literals, plain arithmetic, and names that
// are assigned once to such.
func (p *program) fold(n *node) (python.Value, error) {
	if p.steps++; p.steps > maxSteps || n == nil {
		return nil, errUnknown
	}
	switch n.kind {
	case "identifier":
		value := p.constant(n)
		if value == nil || value.inside(n) || n.inside(value) {
			return nil, errUnknown
		}
		return p.fold(value)
	case "parenthesized_expression":
		if kids := n.namedKids(); len(kids) == 1 {
			return p.fold(kids[0])
		}
		return nil, errUnknown
	case "list", "tuple", "expression_list":
		items, err := p.foldItems(n)
		if n.kind == "list" {
			return python.List(items), err
		}
		return python.Tuple(items), err
	case "dictionary":
		return p.foldDict(n)
	case "unary_operator":
		v, err := p.fold(n.child("argument"))
		if err != nil {
			return nil, err
		}
		if !isNumber(v) {
			return nil, errUnknown
		}
		return arithmetic(p.text(n.child("operator")) + "(" + python.Repr(v) + ")")
	case "binary_operator":
		return p.foldBinary(n)
	case "subscript":
		return p.foldSubscript(n)
	case "call":
		return p.foldCall(n)
	case "attribute":
		return p.fold(p.classConstant(n))
	case "keyword_argument", "lambda", "await", "conditional_expression":
		return nil, errUnknown
	}
	return python.Literal(n.ts, []byte(p.src))
}

func (p *program) foldItems(n *node) ([]python.Value, error) {
	values := []python.Value{}
	for _, k := range n.namedKids() {
		if k.kind == "list_splat" {
			more, err := p.foldSequence(k.namedKids()[0])
			if err != nil {
				return nil, err
			}
			values = append(values, more...)
			continue
		}
		v, err := p.fold(k)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

// foldSequence reads an expression that is a list or tuple.
func (p *program) foldSequence(n *node) ([]python.Value, error) {
	v, err := p.fold(n)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case python.List:
		return v, nil
	case python.Tuple:
		return v, nil
	}
	return nil, errUnknown
}

func (p *program) foldDict(n *node) (python.Value, error) {
	d := &python.Dict{}
	for _, k := range n.namedKids() {
		if k.kind != "pair" {
			return nil, errUnknown
		}
		key, err := p.fold(k.child("key"))
		if err != nil {
			return nil, err
		}
		value, err := p.fold(k.child("value"))
		if err != nil {
			return nil, err
		}
		if err := d.Set(key, value); err != nil {
			return nil, err
		}
	}
	return d, nil
}
