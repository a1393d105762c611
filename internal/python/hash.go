package python

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// hash returns a text that is equal for values that are the same dict key in
// Python: 1, 1.0 and True are. Lists, sets and dicts are not hashable.
func hash(v Value) (string, error) {
	switch v := v.(type) {
	case None:
		return "None", nil
	case Bool:
		if v {
			return "#1", nil
		}
		return "#0", nil
	case Int:
		return "#" + v.Text(62), nil
	case Float:
		if f := float64(v); f == math.Trunc(f) && !math.IsInf(f, 0) {
			i, _ := big.NewFloat(f).Int(nil)
			return "#" + i.Text(62), nil
		}
		return "f" + strconv.FormatUint(math.Float64bits(float64(v)), 16), nil
	case String:
		return "s" + string(v), nil
	case Bytes:
		return "b" + string(v), nil
	case Tuple:
		var b strings.Builder
		for _, item := range v {
			h, err := hash(item)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%d:%s", len(h), h)
		}
		return "(" + b.String(), nil
	}
	return "", fmt.Errorf("unhashable type: %s", TypeName(v))
}

// TypeName returns the name of a value's Python type.
func TypeName(v Value) string {
	switch v.(type) {
	case None:
		return "NoneType"
	case Bool:
		return "bool"
	case Int:
		return "int"
	case Float:
		return "float"
	case String:
		return "str"
	case Bytes:
		return "bytes"
	case List:
		return "list"
	case Tuple:
		return "tuple"
	case Set:
		return "set"
	case *Dict:
		return "dict"
	}
	return "object"
}
