// Package where reads the constraint of a task: which combinations of its
// arguments make sense.
//
//	expr    = and { "or" and }
//	and     = not { "and" not }
//	not     = "not" not | cmp
//	cmp     = "(" expr ")" | flag | operand op operand | operand ["not"] "in" list | operand "starts" operand
//	op      = "==" | "!=" | "<" | "<=" | ">" | ">="
//	operand = name | number | string | "(" operand "," operand { "," operand } ")"
//	list    = "[" operand { "," operand } "]"
//
// A name is an argument's; a lone one is a flag and holds when the flag is on.
// Strings stand in double quotes, with \" and \\. Two texts that both read as
// decimal numbers are compared as numbers, others as text; < and its kind need
// numbers.
package where

import (
	"fmt"
	"strconv"
	"strings"
)

// Expr is a parsed constraint.
type Expr struct {
	source string
	root   node
	names  []string
}

// Names lists the arguments the constraint reads, each once, as they appear.
func (e *Expr) Names() []string { return e.names }

func (e *Expr) String() string { return e.source }

// Holds reports whether the constraint holds for the arguments that value gives.
// It fails on an unknown name and on an order between what is no number.
func (e *Expr) Holds(value func(name string) (string, bool)) (bool, error) {
	ok, err := e.root.holds(value)
	if err != nil {
		return false, fmt.Errorf("where %q: %w", e.source, err)
	}
	return ok, nil
}

type lookup = func(string) (string, bool)

type node interface {
	holds(lookup) (bool, error)
}

type (
	anyOf   []node
	allOf   []node
	negated struct{ node }
	flag    struct{ name string }
	compare struct {
		op          string
		left, right operand
	}
	member struct {
		left operand
		list []operand
	}
)

func (n anyOf) holds(v lookup) (bool, error) {
	for _, m := range n {
		if ok, err := m.holds(v); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

func (n allOf) holds(v lookup) (bool, error) {
	for _, m := range n {
		if ok, err := m.holds(v); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (n negated) holds(v lookup) (bool, error) {
	ok, err := n.node.holds(v)
	return !ok && err == nil, err
}

func (n flag) holds(v lookup) (bool, error) {
	s, ok := v(n.name)
	switch {
	case !ok:
		return false, unknown(n.name)
	case s != "on" && s != "off":
		return false, fmt.Errorf("%s stands alone but is no flag: its value is %q", n.name, s)
	}
	return s == "on", nil
}

func (n compare) holds(v lookup) (bool, error) {
	left, err := n.left.texts(v)
	if err != nil {
		return false, err
	}
	right, err := n.right.texts(v)
	if err != nil {
		return false, err
	}
	switch n.op {
	case "==":
		return equal(left, right), nil
	case "!=":
		return !equal(left, right), nil
	}
	if len(left) != 1 || len(right) != 1 {
		return false, fmt.Errorf("%s does not compare tuples", n.op)
	}
	if n.op == "starts" {
		return strings.HasPrefix(left[0], right[0]), nil
	}
	l, okLeft := number(left[0])
	r, okRight := number(right[0])
	if !okLeft || !okRight {
		return false, fmt.Errorf("%q %s %q: both must be numbers", left[0], n.op, right[0])
	}
	switch n.op {
	case "<":
		return l < r, nil
	case "<=":
		return l <= r, nil
	case ">":
		return l > r, nil
	default:
		return l >= r, nil
	}
}

func (n member) holds(v lookup) (bool, error) {
	left, err := n.left.texts(v)
	if err != nil {
		return false, err
	}
	for _, o := range n.list {
		right, err := o.texts(v)
		if err != nil {
			return false, err
		}
		if equal(left, right) {
			return true, nil
		}
	}
	return false, nil
}

// operand is a name, a literal or, with several terms, a tuple of them.
type operand []term

type term struct {
	name    string // empty: text is a literal
	text    string
	literal bool
}

func (o operand) texts(v lookup) ([]string, error) {
	texts := make([]string, len(o))
	for i, t := range o {
		texts[i] = t.text
		if t.literal {
			continue
		}
		s, ok := v(t.name)
		if !ok {
			return nil, unknown(t.name)
		}
		texts[i] = s
	}
	return texts, nil
}

func unknown(name string) error { return fmt.Errorf("no argument is named %q", name) }

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, okX := number(a[i])
		y, okY := number(b[i])
		if a[i] != b[i] && !(okX && okY && x == y) {
			return false
		}
	}
	return true
}

// number reads decimal notation only: "inf", "0x1p4" and "1_000" are text.
func number(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil
}
