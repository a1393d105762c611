package check

import (
	"slices"
	"strings"

	"podium/internal/python"
)

// truth reads a condition that does not depend on anything: a literal, a
// constant, or __name__ == "__main__".
func (r *reach) truth(n *node) (on, known bool) {
	switch n.kind {
	case "comparison_operator":
		kids := n.namedKids()
		ops := strings.Fields(r.text(n)[kids[0].to-n.from : kids[len(kids)-1].from-n.from])
		if len(kids) != 2 || len(ops) != 1 {
			return false, false
		}
		a, b := r.text(kids[0]), r.text(kids[1])
		if a != "__name__" {
			a, b = b, a
		}
		if bs, _ := n.scope.lookup("__name__"); a != "__name__" || len(bs) > 0 || strings.Trim(b, `"'`) != "__main__" {
			return false, false
		}
		return ops[0] == "==", ops[0] == "==" || ops[0] == "!="
	case "not_operator":
		on, known := r.truth(n.child("argument"))
		return !on, known
	case "parenthesized_expression":
		return r.truth(n.namedKids()[0])
	case "boolean_operator":
		a, ak := r.truth(n.child("left"))
		b, bk := r.truth(n.child("right"))
		if r.text(n.child("operator")) == "and" {
			return a && b, ak && bk || ak && !a || bk && !b
		}
		return a || b, ak && bk || ak && a || bk && b
	}
	v, err := r.fold(n)
	if err != nil {
		return false, false
	}
	switch v := v.(type) {
	case python.None:
		return false, true
	case python.Bool:
		return bool(v), true
	case python.Int:
		return v.Sign() != 0, true
	case python.Float:
		return v != 0, true
	case python.String:
		return v != "", true
	case python.Bytes:
		return v != "", true
	case python.List:
		return len(v) > 0, true
	case python.Tuple:
		return len(v) > 0, true
	case python.Set:
		return len(v) > 0, true
	case *python.Dict:
		return len(v.Pairs) > 0, true
	}
	return false, false
}

// nonEmpty reports whether an iterable is certain to have an element.
func (r *reach) nonEmpty(n *node, depth int) bool {
	if n == nil || depth > 20 {
		return false
	}
	switch n.kind {
	case "list", "tuple", "set", "expression_list":
		return slices.ContainsFunc(n.namedKids(), func(k *node) bool { return k.kind != "list_splat" })
	case "identifier":
		if value := r.constant(n); value != nil && !n.inside(value) {
			return r.nonEmpty(value, depth+1)
		}
		return false
	case "call":
		origins := r.origins(n.child("function"))
		a, err := r.arguments(n)
		if len(origins) != 1 || err != nil || len(a.positional) == 0 {
			return false
		}
		switch origins[0] {
		case "builtins.range":
			return r.rangeRuns(a.positional)
		case "builtins.enumerate", "builtins.list", "builtins.tuple", "builtins.sorted", "builtins.reversed", "builtins.iter",
			"tqdm.tqdm", "tqdm.auto.tqdm", "tqdm.notebook.tqdm":
			return r.nonEmpty(a.positional[0], depth+1)
		case "tqdm.trange":
			return r.rangeRuns(a.positional)
		case "builtins.zip":
			for _, k := range a.positional {
				if !r.nonEmpty(k, depth+1) {
					return false
				}
			}
			return true
		}
		return false
	}
	on, known := r.truth(n)
	return known && on
}

func (r *reach) rangeRuns(args []*node) bool {
	var bounds []int64
	for _, k := range args {
		v, err := r.fold(k)
		i, ok := v.(python.Int)
		if err != nil || !ok || !i.IsInt64() {
			return false
		}
		bounds = append(bounds, i.Int64())
	}
	switch len(bounds) {
	case 1:
		return bounds[0] > 0
	case 2:
		return bounds[0] < bounds[1]
	case 3:
		return bounds[2] > 0 && bounds[0] < bounds[1] || bounds[2] < 0 && bounds[0] > bounds[1]
	}
	return false
}
