package check

import (
	"errors"
	"fmt"
	"math/big"

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

// maxRepeat bounds what list * n and the like may grow to.
const maxRepeat = 10_000

func (p *program) foldBinary(n *node) (python.Value, error) {
	a, err := p.fold(n.child("left"))
	if err != nil {
		return nil, err
	}
	b, err := p.fold(n.child("right"))
	if err != nil {
		return nil, err
	}
	op := p.text(n.child("operator"))
	if list, ok := a.(python.List); ok && op == "+" {
		if more, ok := b.(python.List); ok && len(list)+len(more) < maxRepeat {
			return append(append(python.List{}, list...), more...), nil
		}
	}
	if s, ok := a.(python.String); ok && op == "+" {
		if more, ok := b.(python.String); ok && len(s)+len(more) < maxRepeat {
			return s + more, nil
		}
	}
	if list, ok := a.(python.List); ok && op == "*" {
		count, ok := b.(python.Int)
		if ok && count.IsInt64() && count.Sign() > 0 && count.Int64()*int64(len(list)) < maxRepeat {
			var repeated python.List
			for range count.Int64() {
				repeated = append(repeated, list...)
			}
			return repeated, nil
		}
	}
	if !isNumber(a) || !isNumber(b) {
		return nil, errUnknown
	}
	return arithmetic("(" + python.Repr(a) + ")" + op + "(" + python.Repr(b) + ")")
}

func isNumber(v python.Value) bool {
	switch v.(type) {
	case python.Int, python.Float, python.Bool:
		return true
	}
	return false
}

// arithmetic folds an operation on numbers, written out.
func arithmetic(source string) (python.Value, error) {
	if len(source) > 1000 {
		return nil, errUnknown
	}
	return python.Eval(source)
}

func (p *program) foldSubscript(n *node) (python.Value, error) {
	v, err := p.fold(n.child("value"))
	if err != nil {
		return nil, err
	}
	key, err := p.fold(n.child("subscript"))
	if err != nil {
		return nil, err
	}
	if d, ok := v.(*python.Dict); ok {
		if value, ok := d.Get(key); ok {
			return value, nil
		}
		return nil, errUnknown
	}
	var list []python.Value
	switch v := v.(type) {
	case python.List:
		list = v
	case python.Tuple:
		list = v
	}
	i, ok := key.(python.Int)
	if !ok || !i.IsInt64() {
		return nil, errUnknown
	}
	at := i.Int64()
	if at < 0 {
		at += int64(len(list))
	}
	if at < 0 || at >= int64(len(list)) {
		return nil, errUnknown
	}
	return list[at], nil
}

// foldCall reads int(…), float(…), str(…), list(…), tuple(…) and dict(k=v).
func (p *program) foldCall(n *node) (python.Value, error) {
	origins := p.origins(n.child("function"))
	if len(origins) != 1 {
		return nil, errUnknown
	}
	args, err := p.arguments(n)
	if err != nil {
		return nil, err
	}
	if origins[0] == "builtins.dict" && len(args.positional) == 0 {
		d := &python.Dict{}
		for _, name := range args.names {
			v, err := p.fold(args.keyword[name])
			if err != nil {
				return nil, err
			}
			if err := d.Set(python.String(name), v); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	if len(args.positional) != 1 || len(args.names) != 0 {
		return nil, errUnknown
	}
	v, err := p.fold(args.positional[0])
	if err != nil {
		return nil, err
	}
	switch origins[0] {
	case "builtins.str":
		return python.String(python.Str(v)), nil
	case "builtins.int":
		switch v := v.(type) {
		case python.Int:
			return v, nil
		case python.String:
			return pyInt(string(v))
		case python.Float:
			if f := float64(v); f > -1e15 && f < 1e15 {
				return python.Int{Int: big.NewInt(int64(f))}, nil
			}
		}
	case "builtins.float":
		switch v := v.(type) {
		case python.Float:
			return v, nil
		case python.String:
			return pyFloat(string(v))
		case python.Int:
			return pyFloat(v.String())
		}
	case "builtins.list", "builtins.tuple":
		items, err := p.foldSequence(args.positional[0])
		if origins[0] == "builtins.list" {
			return python.List(items), err
		}
		return python.Tuple(items), err
	}
	return nil, errUnknown
}

// constant returns the expression a name stands for at n: the one it is
// assigned, or, where it is assigned several times in one row of statements,
// the last one before n. A parameter stands for what the only calls pass.
func (p *program) constant(n *node) *node {
	value := p.bound(n)
	if value != nil && p.aliased[p.text(n)] && len(p.mutated) > 0 && p.isContainer(value) {
		return nil
	}
	return value
}

// classConstant returns what Config.width or config.width stands for, where
// Config is a class of the program that assigns width once, and config is made
// from it without arguments.
func (p *program) classConstant(n *node) *node {
	object, name := n.child("object"), p.text(n.child("attribute"))
	if object.kind != "identifier" || p.set[name] {
		return nil
	}
	bs, _ := object.scope.lookup(p.text(object))
	if len(bs) != 1 {
		return nil
	}
	var class *node
	switch b := bs[0]; {
	case b.kind == bindClass:
		class = b.value
	case b.kind == bindAssign && b.value.kind == "call" && len(b.value.child("arguments").namedKids()) == 0:
		class = p.classOf(b.value)
	}
	if class == nil || len(p.methods(class, "__init__")) > 0 || len(p.methods(class, name)) > 0 || class.child("superclasses") != nil {
		return nil
	}
	bs = p.classes[class].names[name]
	if len(bs) != 1 || bs[0].kind != bindAssign {
		return nil
	}
	return bs[0].value
}

// isContainer reports whether an expression makes something that can be changed in place.
func (p *program) isContainer(n *node) bool {
	switch n.kind {
	case "list", "dictionary", "set", "list_comprehension", "dictionary_comprehension", "set_comprehension":
		return true
	case "call":
		origins := p.origins(n.child("function"))
		return len(origins) == 1 && (origins[0] == "builtins.dict" || origins[0] == "builtins.list" || origins[0] == "builtins.set")
	}
	return false
}

func (p *program) bound(n *node) *node {
	name := p.text(n)
	if p.mutated[name] {
		return nil
	}
	bs, at := n.scope.lookup(name)
	if len(bs) == 1 {
		switch bs[0].kind {
		case bindAssign:
			return bs[0].value
		case bindParam:
			return p.passed(bs[0], at)
		}
		return nil
	}
	if at != n.scope || len(bs) > 100 {
		return nil
	}
	var last *node
	for _, b := range bs {
		if b.kind != bindAssign || block(b.at) != block(bs[0].at) || !n.inside(block(b.at)) || inLoop(n, block(b.at)) {
			return nil
		}
		if b.at.to <= n.from {
			last = b.value
		}
	}
	return last
}

// block is the row of statements an assignment stands in.
func block(at *node) *node {
	if at.parent != nil && at.parent.kind == "expression_statement" {
		return at.parent.parent
	}
	return at.parent
}

// inLoop reports whether n stands in a loop inside the block.
func inLoop(n, block *node) bool {
	for ; n != nil && n != block; n = n.parent {
		if n.kind == "for_statement" || n.kind == "while_statement" {
			return true
		}
	}
	return false
}

// passed returns what a parameter of a function gets, when its calls by name
// agree on it: all leave it to its default, or there is one call.
func (p *program) passed(b binding, s *scope) *node {
	def := s.node
	if def.kind != "function_definition" {
		return nil
	}
	index, name := -1, ""
	for i, k := range def.child("parameters").namedKids() {
		if k == b.at {
			index = i
		}
	}
	if name = p.paramName(b.at); index < 0 || name == "" {
		return nil
	}
	calls := p.callsOf(def)
	if p.isMethod(def) {
		index--
	}
	value := b.value
	for _, call := range calls {
		args, err := p.arguments(call)
		if err != nil {
			return nil
		}
		given := args.keyword[name]
		if given == nil && index >= 0 && index < len(args.positional) {
			given = args.positional[index]
		}
		if given == nil {
			given = b.value
		}
		if len(calls) > 1 && given != b.value {
			return nil
		}
		value = given
	}
	return value
}

func (p *program) paramName(param *node) string {
	switch param.kind {
	case "identifier":
		return p.text(param)
	case "default_parameter", "typed_default_parameter":
		return p.text(param.child("name"))
	case "typed_parameter":
		if param.kids[0].kind == "identifier" {
			return p.text(param.kids[0])
		}
	}
	return ""
}

// args are the arguments of a call, splats of known values expanded.
type args struct {
	positional []*node
	keyword    map[string]*node
	names      []string // of keywords, in order
}

// arguments reads a call's arguments. It is an error when a splat hides some.
func (p *program) arguments(call *node) (args, error) {
	a := args{keyword: map[string]*node{}}
	if p.steps++; p.steps > maxSteps {
		return a, errUnknown
	}
	list := call.child("arguments")
	if list == nil {
		return a, errUnknown
	}
	if list.kind == "generator_expression" {
		a.positional = []*node{list}
		return a, nil
	}
	for _, k := range list.namedKids() {
		switch k.kind {
		case "keyword_argument":
			a.set(p.text(k.child("name")), k.child("value"))
		case "list_splat":
			items := p.display(k.namedKids()[0])
			if items == nil || items.kind != "list" && items.kind != "tuple" {
				return a, fmt.Errorf("line %d: *%w", k.line, errUnknown)
			}
			a.positional = append(a.positional, items.namedKids()...)
		case "dictionary_splat":
			if err := p.splat(&a, p.display(k.namedKids()[0])); err != nil {
				return a, fmt.Errorf("line %d: **%w", k.line, err)
			}
		default:
			a.positional = append(a.positional, k)
		}
	}
	return a, nil
}

func (a *args) set(name string, value *node) {
	if a.keyword[name] == nil {
		a.names = append(a.names, name)
	}
	a.keyword[name] = value
}

// display follows names to a list, tuple or dict that is written out.
func (p *program) display(n *node) *node {
	for range 20 {
		if n == nil || n.kind != "identifier" {
			return n
		}
		n = p.constant(n)
	}
	return nil
}

// splat expands **{"a": 1} and **dict(a=1).
func (p *program) splat(a *args, n *node) error {
	switch {
	case n == nil:
	case n.kind == "dictionary":
		for _, pair := range n.namedKids() {
			if pair.kind != "pair" {
				return errUnknown
			}
			key, err := p.fold(pair.child("key"))
			name, ok := key.(python.String)
			if err != nil || !ok {
				return errUnknown
			}
			a.set(string(name), pair.child("value"))
		}
		return nil
	case n.kind == "call" && len(p.origins(n.child("function"))) == 1 && p.origins(n.child("function"))[0] == "builtins.dict":
		inner, err := p.arguments(n)
		if err != nil || len(inner.positional) > 0 {
			return errUnknown
		}
		for _, name := range inner.names {
			a.set(name, inner.keyword[name])
		}
		return nil
	}
	return errUnknown
}
