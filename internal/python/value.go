package python

import (
	"math/big"
	"slices"
)

// Value is a Python value that a literal can denote: [None], [Bool], [Int],
// [Float], [String], [Bytes], [List], [Tuple], [Set] or [*Dict].
type Value interface{ value() }

type (
	// None is Python's None.
	None struct{}
	// Bool is True or False.
	Bool bool
	// Int is an integer of at most 4300 decimal digits, Python's own limit.
	Int struct{ *big.Int }
	// Float is a float.
	Float float64
	// String is a str, as UTF-8. It holds no lone surrogates.
	String string
	// Bytes is a bytes object.
	Bytes string
	// List is a list.
	List []Value
	// Tuple is a tuple.
	Tuple []Value
	// Set is a set without duplicates, in the order written. Python's own order
	// depends on its hash seed.
	Set []Value
)

func (None) value()   {}
func (Bool) value()   {}
func (Int) value()    {}
func (Float) value()  {}
func (String) value() {}
func (Bytes) value()  {}
func (List) value()   {}
func (Tuple) value()  {}
func (Set) value()    {}
func (*Dict) value()  {}

// NewInt returns i as an Int.
func NewInt(i int64) Int { return Int{big.NewInt(i)} }

// Dict is a dict: pairs in order of first insertion. A repeated key keeps its
// place and first spelling and takes the last value, as in Python.
type Dict struct {
	Pairs []Pair
	// Repeated lists keys that were given more than once, in order.
	Repeated []Value

	index map[string]int
}

// Pair is one item of a Dict.
type Pair struct{ Key, Value Value }

// Set adds or replaces the value of key, and reports an error when key is not
// hashable.
func (d *Dict) Set(key, value Value) error {
	h, err := hash(key)
	if err != nil {
		return err
	}
	if i, ok := d.index[h]; ok {
		d.Pairs[i].Value = value
		d.Repeated = append(d.Repeated, key)
		return nil
	}
	if d.index == nil {
		d.index = map[string]int{}
	}
	d.index[h] = len(d.Pairs)
	d.Pairs = append(d.Pairs, Pair{key, value})
	return nil
}

// Get returns the value of key.
func (d *Dict) Get(key Value) (Value, bool) {
	h, err := hash(key)
	if err != nil {
		return nil, false
	}
	i, ok := d.index[h]
	if !ok {
		return nil, false
	}
	return d.Pairs[i].Value, true
}

// Equal says whether a == b in Python: numbers by value whatever their type,
// sets and dicts whatever their order. nan equals nothing.
func Equal(a, b Value) bool {
	switch a := a.(type) {
	case List:
		b, ok := b.(List)
		return ok && slices.EqualFunc(a, b, Equal)
	case Tuple:
		b, ok := b.(Tuple)
		return ok && slices.EqualFunc(a, b, Equal)
	case *Dict:
		b, ok := b.(*Dict)
		if !ok || len(a.Pairs) != len(b.Pairs) {
			return false
		}
		for _, p := range a.Pairs {
			if v, ok := b.Get(p.Key); !ok || !Equal(p.Value, v) {
				return false
			}
		}
		return true
	case Set:
		b, ok := b.(Set)
		return ok && len(a) == len(b) && !slices.ContainsFunc(a, func(x Value) bool {
			return !slices.ContainsFunc(b, func(y Value) bool { return Equal(x, y) })
		})
	case Float:
		if a != a {
			return false
		}
	}
	ha, errA := hash(a)
	hb, errB := hash(b)
	return errA == nil && errB == nil && ha == hb
}
