package check

import (
	"slices"
	"strings"

	"podium/internal/python"
	"podium/schemas"
)

// inputs compares dimensions of the tensors that the entry is given: in its own
// call when it is a function, in the calls of the object when it is a class.
// All bindings must fit one tensor of each such call.
func (r *reading) inputs(p *program, made *reach, entry *node, bindings []schemas.Binding) {
	calls := p.objectCalls(entry)
	if len(calls) == 0 {
		r.inputsOf(p, entry, bindings)
		return
	}
	used := &reach{program: p, entry: func(n *node) bool { return slices.Contains(calls, n) }, runs: map[*node]bool{}}
	if !used.block(p.root) && made.block(p.root) {
		r.fail(WrongShape, "unreached", calls[0].line, "the object that %s makes is not certain to be called", r.task.Entry)
	}
	for _, call := range calls {
		if !p.dead(used, call) {
			r.inputsOf(p, call, bindings)
		}
	}
}

func (r *reading) inputsOf(p *program, call *node, bindings []schemas.Binding) {
	a, err := p.arguments(call)
	if err != nil {
		r.fail(WrongArguments, "unreadable", call.line, "the input cannot be read off: %s", err)
		return
	}
	given := slices.Clone(a.positional)
	for _, name := range a.names {
		given = append(given, a.keyword[name])
	}
	var shapes [][]python.Value
	for _, n := range given {
		if shape := p.shape(n, 0); shape != nil {
			shapes = append(shapes, shape)
		}
	}
	if len(shapes) == 0 {
		for _, b := range bindings {
			r.wrong(b.Argument, "input", call.line, "the shape of the input cannot be read off")
		}
		return
	}
	var best []schemas.Binding
	for i, shape := range shapes {
		var bad []schemas.Binding
		for _, b := range bindings {
			want, _ := r.args.Get(b.Argument)
			if b.Position < 0 || int(b.Position) >= len(shape) || shape[b.Position] == nil || !sameValue(shape[b.Position], want) {
				bad = append(bad, b)
			}
		}
		if i == 0 || len(bad) < len(best) {
			best = bad
		}
	}
	for _, b := range best {
		want, _ := r.args.Get(b.Argument)
		r.wrong(b.Argument, "input", call.line, "dimension %d of the input is not %s", b.Position, want)
	}
}

// makers are callables whose positional arguments are a tensor's dimensions, or
// one list of them.
const tensorMakers = " randn rand zeros ones empty Tensor FloatTensor normal standard_normal random_sample "

// keepers are methods and functions that leave a shape as it is.
const shapeKeepers = " to cuda cpu float double half long int type requires_grad_ clone detach contiguous normal_ uniform_ " +
	"astype copy fill_ zero_ abs relu sigmoid tanh from_numpy as_tensor tensor Variable Parameter randn_like rand_like zeros_like ones_like softmax "

// shape reads the dimensions of a tensor off the expression that makes it. A
// dimension that cannot be read is nil; the whole is nil when the rank cannot.
func (p *program) shape(n *node, depth int) []python.Value {
	if p.steps++; depth > 30 || n == nil || p.steps > maxSteps {
		return nil
	}
	switch n.kind {
	case "identifier":
		if value := p.constant(n); value != nil && !n.inside(value) {
			return p.shape(value, depth+1)
		}
		return nil
	case "parenthesized_expression":
		return p.shape(n.namedKids()[0], depth+1)
	case "unary_operator":
		return p.shape(n.child("argument"), depth+1)
	case "conditional_expression":
		kids := n.namedKids()
		a, b := p.shape(kids[0], depth+1), p.shape(kids[len(kids)-1], depth+1)
		if slices.EqualFunc(a, b, func(x, y python.Value) bool { return x != nil && y != nil && python.Equal(x, y) }) {
			return a
		}
		return nil
	case "binary_operator":
		if shape := p.shape(n.child("left"), depth+1); shape != nil {
			return shape
		}
		return p.shape(n.child("right"), depth+1)
	case "call":
		return p.madeShape(n, depth)
	}
	return nil
}

func (p *program) madeShape(call *node, depth int) []python.Value {
	f := call.child("function")
	a, err := p.arguments(call)
	if err != nil {
		a2, ok := p.splatDims(call)
		if !ok {
			return nil
		}
		a = a2
	}
	origins := p.origins(f)
	name, known := lastName(origins)
	if !known {
		if f.kind != "attribute" {
			return nil
		}
		name = p.text(f.child("attribute"))
		switch {
		case name == "view" || name == "reshape":
			return p.dims(a.positional)
		case name == "permute":
			return p.permuted(p.shape(f.child("object"), depth+1), a.positional)
		case name == "transpose" && len(a.positional) == 2:
			return p.transposed(p.shape(f.child("object"), depth+1), a.positional)
		case name == "unsqueeze" && len(a.positional) == 1:
			return p.unsqueezed(p.shape(f.child("object"), depth+1), a.positional[0])
		case strings.Contains(shapeKeepers, " "+name+" "):
			return p.shape(f.child("object"), depth+1)
		}
		return nil
	}
	size := a.keyword["size"]
	if size == nil {
		size = a.keyword["shape"]
	}
	switch {
	case strings.Contains(tensorMakers, " "+name+" "):
		if size != nil {
			return p.dims([]*node{size})
		}
		if len(a.positional) == 1 { // torch.Tensor(array)
			if shape := p.shape(a.positional[0], depth+1); shape != nil {
				return shape
			}
		}
		if name == "normal" && len(a.positional) > 2 {
			return p.dims(a.positional[2:3])
		}
		return p.dims(a.positional)
	case name == "full":
		if size == nil && len(a.positional) > 0 {
			size = a.positional[0]
		}
		return p.dims([]*node{size})
	case name == "randint":
		if size == nil && len(a.positional) > 0 {
			size = a.positional[len(a.positional)-1]
		}
		return p.dims([]*node{size})
	case strings.Contains(shapeKeepers, " "+name+" ") && len(a.positional) > 0:
		return p.shape(a.positional[0], depth+1)
	}
	return nil
}

// lastName returns the last part of an import's dotted name.
func lastName(origins []string) (name string, known bool) {
	if len(origins) == 0 {
		return "", false
	}
	return origins[0][strings.LastIndexByte(origins[0], '.')+1:], true
}

// dims reads dimensions, given one by one or as one list or torch.Size.
func (p *program) dims(list []*node) []python.Value {
	if len(list) == 1 {
		if list[0] == nil {
			return nil
		}
		if items, err := p.foldSequence(list[0]); err == nil {
			return items
		}
		display := p.display(list[0])
		if display != nil && (display.kind == "tuple" || display.kind == "list") {
			list = display.namedKids()
		}
	}
	if len(list) == 0 {
		return nil
	}
	dims := make([]python.Value, len(list))
	for i, n := range list {
		if v, err := p.fold(n); err == nil {
			dims[i] = v
		}
	}
	return dims
}

// splatDims reads torch.randn(*shape) where shape is a value and no display.
func (p *program) splatDims(call *node) (args, bool) {
	list := call.child("arguments")
	if list == nil {
		return args{}, false
	}
	kids := list.namedKids()
	if len(kids) == 0 || kids[0].kind != "list_splat" {
		return args{}, false
	}
	return args{positional: kids[0].namedKids()}, true
}

func (p *program) unsqueezed(shape []python.Value, at *node) []python.Value {
	v, err := p.fold(at)
	i, ok := v.(python.Int)
	if err != nil || !ok || shape == nil || !i.IsInt64() || i.Int64() < 0 || i.Int64() > int64(len(shape)) {
		return nil
	}
	return slices.Insert(slices.Clone(shape), int(i.Int64()), python.Value(python.NewInt(1)))
}

// axis reads a dimension's number, counted from the end when it is negative.
func (p *program) axis(n *node, rank int) (int, bool) {
	v, err := p.fold(n)
	i, ok := v.(python.Int)
	if err != nil || !ok || !i.IsInt64() {
		return 0, false
	}
	at := i.Int64()
	if at < 0 {
		at += int64(rank)
	}
	return int(at), at >= 0 && at < int64(rank)
}

func (p *program) permuted(shape []python.Value, order []*node) []python.Value {
	if len(order) == 1 {
		if display := p.display(order[0]); display != nil && (display.kind == "tuple" || display.kind == "list") {
			order = display.namedKids()
		}
	}
	if len(order) != len(shape) {
		return nil
	}
	result := make([]python.Value, len(shape))
	for i, n := range order {
		at, ok := p.axis(n, len(shape))
		if !ok {
			return nil
		}
		result[i] = shape[at]
	}
	return result
}

func (p *program) transposed(shape []python.Value, axes []*node) []python.Value {
	a, aok := p.axis(axes[0], len(shape))
	b, bok := p.axis(axes[1], len(shape))
	if !aok || !bok {
		return nil
	}
	result := slices.Clone(shape)
	result[a], result[b] = result[b], result[a]
	return result
}
