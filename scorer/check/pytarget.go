package check

import "podium/internal/python"

// refuseTarget refuses assignments to attributes of modules and of classes that
// the program did not define.
func (r *reading) refuseTarget(p *program, left *node) {
	if left == nil {
		return
	}
	switch left.kind {
	case "pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "list_splat_pattern", "parenthesized_expression", "expression_list":
		for _, k := range left.namedKids() {
			r.refuseTarget(p, k)
		}
	case "subscript":
		r.refuseSubscript(p, left)
	case "attribute":
		r.refuseAttributeTarget(p, left)
	}
}

func (r *reading) refuseAttributeTarget(p *program, left *node) {
	object := left.child("object")
	origins := p.origins(object)
	// Settings of torch's back ends are set this way.
	if anyPrefix(origins, "torch.backends") && len(origins) == 1 {
		return
	}
	root := object
	for root.kind == "attribute" {
		root = root.child("object")
	}
	if root.kind != "identifier" || len(origins) > 0 {
		r.fail(WrongShape, "changes", left.line, "sets %s, an attribute of something the program did not define", p.text(left))
		return
	}
	bs, _ := root.scope.lookup(p.text(root))
	for _, b := range bs {
		switch {
		case b.kind == bindImport:
			r.fail(WrongShape, "changes", left.line, "sets %s, an attribute of an import", p.text(left))
			return
		case b.kind == bindAssign && r.isEntryObject(p, b.value):
			r.fail(WrongShape, "changes", left.line, "sets %s, an attribute of the entry's object", p.text(left))
			return
		}
	}
	// An attribute that Python itself calls, on whatever it is.
	switch name := p.text(left.child("attribute")); name {
	case "forward", "__call__", "__class__", "_call_impl":
		r.fail(WrongShape, "changes", left.line, "sets %s, which Python or torch calls", p.text(left))
	}
}

// refuseSubscript keeps os.environ to what may be set in Bash too.
func (r *reading) refuseSubscript(p *program, left *node) {
	for _, o := range p.origins(left.child("value")) {
		if o != "os.environ" {
			continue
		}
		v, err := p.fold(left.child("subscript"))
		name, ok := v.(python.String)
		if err != nil || !ok || name != "CUDA_VISIBLE_DEVICES" && !r.harmlessName(string(name)) {
			r.fail(WrongShape, "environment", left.line, "sets a variable that may change what runs")
		}
	}
}
