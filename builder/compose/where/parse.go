package where

import (
	"fmt"
	"slices"
)

// maxDepth bounds how deep an expression nests.
const maxDepth = 50

// Parse reads a constraint. Errors name the byte offset.
func Parse(source string) (*Expr, error) {
	e := &Expr{source: source}
	tokens, err := scan(source)
	if err == nil {
		p := &parser{tokens: tokens, expr: e}
		if e.root, err = p.or(0); err == nil && p.peek().kind != end {
			err = p.unexpected("the end")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("where %.80q: %w", source, err)
	}
	return e, nil
}

type parser struct {
	tokens []token
	expr   *Expr
}

func (p *parser) peek() token { return p.tokens[0] }

func (p *parser) next() token {
	t := p.tokens[0]
	if t.kind != end {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *parser) take(kind kind, text string) bool {
	if t := p.peek(); t.kind == kind && t.text == text {
		p.next()
		return true
	}
	return false
}

func (p *parser) unexpected(want string) error {
	t := p.peek()
	if t.kind == end {
		return fmt.Errorf("offset %d: it ends where %s is expected", t.offset, want)
	}
	return fmt.Errorf("offset %d: %q where %s is expected", t.offset, t.text, want)
}

func (p *parser) or(depth int) (node, error) {
	first, err := p.and(depth)
	nodes := anyOf{first}
	for err == nil && p.take(word, "or") {
		var n node
		n, err = p.and(depth)
		nodes = append(nodes, n)
	}
	return nodes, err
}

func (p *parser) and(depth int) (node, error) {
	first, err := p.not(depth)
	nodes := allOf{first}
	for err == nil && p.take(word, "and") {
		var n node
		n, err = p.not(depth)
		nodes = append(nodes, n)
	}
	return nodes, err
}

func (p *parser) not(depth int) (node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("offset %d: it nests deeper than %d", p.peek().offset, maxDepth)
	}
	if p.take(word, "not") {
		n, err := p.not(depth + 1)
		return negated{n}, err
	}
	if p.peek().text == "(" && p.peek().kind == mark && !p.tuple() {
		p.next()
		n, err := p.or(depth + 1)
		if err == nil && !p.take(mark, ")") {
			err = p.unexpected(`")"`)
		}
		return n, err
	}
	return p.comparison()
}

// tuple reports whether the parenthesis ahead holds operands alone.
func (p *parser) tuple() bool {
	return len(p.tokens) > 2 && p.tokens[2].kind == mark && p.tokens[2].text == ","
}

func (p *parser) comparison() (node, error) {
	left, err := p.operand()
	if err != nil {
		return nil, err
	}
	t := p.peek()
	switch {
	case t.kind == mark && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, t.text),
		t.kind == word && t.text == "starts":
		p.next()
		right, err := p.operand()
		return compare{t.text, left, right}, err
	case p.take(word, "in"):
		list, err := p.list()
		return member{left, list}, err
	case p.take(word, "not"):
		if !p.take(word, "in") {
			return nil, p.unexpected(`"in"`)
		}
		list, err := p.list()
		return negated{member{left, list}}, err
	case len(left) == 1 && !left[0].literal:
		return flag{left[0].name}, nil
	}
	return nil, p.unexpected("a comparison")
}

func (p *parser) list() ([]operand, error) {
	if !p.take(mark, "[") {
		return nil, p.unexpected(`"["`)
	}
	var list []operand
	for {
		o, err := p.operand()
		if err != nil {
			return nil, err
		}
		list = append(list, o)
		if p.take(mark, "]") {
			return list, nil
		}
		if !p.take(mark, ",") {
			return nil, p.unexpected(`"," or "]"`)
		}
	}
}

func (p *parser) operand() (operand, error) {
	if !p.take(mark, "(") {
		t, err := p.term()
		return operand{t}, err
	}
	var terms operand
	for {
		t, err := p.term()
		if err != nil {
			return nil, err
		}
		terms = append(terms, t)
		if p.take(mark, ")") {
			return terms, nil
		}
		if !p.take(mark, ",") {
			return nil, p.unexpected(`"," or ")"`)
		}
	}
}

func (p *parser) term() (term, error) {
	t := p.peek()
	switch {
	case t.kind == text, t.kind == digits:
		p.next()
		return term{text: t.text, literal: true}, nil
	case t.kind == word && !keyword(t.text):
		p.next()
		if !slices.Contains(p.expr.names, t.text) {
			p.expr.names = append(p.expr.names, t.text)
		}
		return term{name: t.text}, nil
	}
	return term{}, p.unexpected("an argument, a number or a string")
}

func keyword(s string) bool {
	return slices.Contains([]string{"and", "or", "not", "in", "starts"}, s)
}
