package check

import (
	"math/big"

	"podium/internal/python"
	"podium/scorer/check/argparse"
)

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
			return argparse.Int(string(v))
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
			return argparse.Float(string(v))
		case python.Int:
			return argparse.Float(v.String())
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
