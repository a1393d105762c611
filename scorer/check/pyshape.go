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

// objectCalls returns the calls of the object that a call makes: Entry(…)(x),
// x = Entry(…); x(y), x.forward(y).
func (p *program) objectCalls(entry *node) []*node {
	object := chained(entry)
	var calls []*node
	if up := object.parent; up.kind == "call" && object.field == "function" {
		return []*node{up}
	}
	for _, call := range p.calls {
		f := call.child("function")
		if f.kind == "attribute" && p.text(f.child("attribute")) == "forward" {
			f = f.child("object")
		}
		if f.kind != "identifier" && f.kind != "attribute" {
			continue
		}
		if p.isMadeBy(f, object) {
			calls = append(calls, call)
		}
	}
	return calls
}

// chained follows methods that return their object: Entry(…).to(device).eval().
func chained(n *node) *node {
	for n.field == "object" && n.parent.kind == "attribute" && n.parent.field == "function" && n.parent.parent.kind == "call" {
		n = n.parent.parent
	}
	return n
}

// isMadeBy reports whether a name, or self.name, is assigned the object.
func (p *program) isMadeBy(f, object *node) bool {
	if f.kind == "identifier" {
		bs, _ := f.scope.lookup(p.text(f))
		return slices.ContainsFunc(bs, func(b binding) bool { return b.kind == bindAssign && b.value == object })
	}
	at := object.parent
	return at.kind == "assignment" && object.field == "right" && p.text(at.child("left")) == p.text(f)
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
