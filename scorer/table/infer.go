package table

import (
	"errors"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// part is a run of rows that were typed together. Exactly one of the slices is
// set, after kind; none for Text.
type part struct {
	from, to int // rows
	kind     Kind
	literal  bool // text in which missing spellings are text too
	ints     []int64
	uints    []uint64
	floats   []float64
	bools    []int8 // 0, 1, or -1 for missing
}

// infer types each chunk by itself and joins them as pandas does: equal types
// stay, different number types become float64, anything else is mixed.
func (c *Column) infer() {
	n := len(c.ends)
	if n == 0 {
		c.kind = Text
		return
	}
	c.parts = make([]part, (n+c.chunk-1)/c.chunk)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range c.parts {
		group.Go(func() error { c.parts[i] = c.inferPart(i*c.chunk, min((i+1)*c.chunk, n)); return nil })
	}
	_ = group.Wait() // no part fails
	c.kind = c.parts[0].kind
	for _, p := range c.parts {
		c.kind = join(c.kind, p.kind)
		c.literal = c.literal || p.literal
	}
	if c.kind != Mixed && c.kind != Text {
		c.parts = []part{merge(c.parts, c.kind, n)}
	}
}

func join(a, b Kind) Kind {
	switch {
	case a == b:
		return a
	case a.Numeric() && b.Numeric():
		return Float
	}
	return Mixed
}

// merge makes one part of parts, as kind.
func merge(parts []part, kind Kind, n int) part {
	if len(parts) == 1 {
		return parts[0]
	}
	m := part{to: n, kind: kind}
	switch kind {
	case Bool:
		m.bools = joined(parts, n, func(p part) []int8 { return p.bools })
	case Int:
		m.ints = joined(parts, n, func(p part) []int64 { return p.ints })
	case Uint:
		m.uints = joined(parts, n, func(p part) []uint64 { return p.uints })
	case Float:
		m.floats = joined(parts, n, part.asFloats)
	}
	return m
}

func joined[T any](parts []part, n int, of func(part) []T) []T {
	all := make([]T, 0, n)
	for _, p := range parts {
		all = append(all, of(p)...)
	}
	return all
}

func (p part) asFloats() []float64 {
	if p.kind == Float {
		return p.floats
	}
	f := make([]float64, 0, p.to-p.from)
	for _, v := range p.ints {
		f = append(f, float64(v))
	}
	for _, v := range p.uints {
		f = append(f, float64(v))
	}
	return f
}

// inferPart tries int64, uint64, float64 and bool in pandas' order and falls
// back to text.
func (c *Column) inferPart(from, to int) part {
	p := part{from: from, to: to, kind: Text}
	ints, missing, err := c.tryInts(from, to)
	switch {
	case err == nil && missing == 0:
		p.kind, p.ints = Int, ints
		return p
	case err == nil:
		// Whole numbers with missing ones become floats.
		p.kind, p.floats = Float, make([]float64, to-from)
		for i, v := range ints {
			p.floats[i] = float64(v)
			if v == math.MinInt64 { // pandas' own mark for missing, so that number is lost too
				p.floats[i] = math.NaN()
			}
		}
		return p
	case errors.Is(err, errRange):
		switch uints, seen, err := c.tryUints(from, to); {
		case errors.Is(err, errSyntax):
		case errors.Is(err, errRange):
			return p
		case seen.large && (seen.minus || seen.missing):
			// pandas leaves the column "as it is", without looking for missing cells.
			p.literal = true
			return p
		case seen.minus:
			return p
		default:
			p.kind, p.uints = Uint, uints
			return p
		}
	}
	if floats, ok := c.tryFloats(from, to); ok {
		p.kind, p.floats = Float, floats
		return p
	}
	if bools, missing, ok := c.tryBools(from, to); ok {
		p.kind, p.bools = Bool, bools
		if missing > 0 {
			p.kind = Mixed
		}
	}
	return p
}

func (c *Column) tryInts(from, to int) (v []int64, missing int, err error) {
	if cell := c.Raw(from); !Missing(cell) {
		if _, err := parseInt(cell); err != nil {
			return nil, 0, err // the usual end, before anything is allocated
		}
	}
	v = make([]int64, to-from)
	for i := range v {
		cell := c.Raw(from + i)
		if v[i], err = parseInt(cell); err == nil {
			continue
		}
		if !Missing(cell) {
			return nil, 0, err
		}
		v[i] = math.MinInt64
		missing++
	}
	return v, missing, nil
}

// seen is what tryUints met that decides what the column becomes.
type seen struct {
	large   bool // a number beyond int64
	minus   bool // a cell that starts with a minus sign
	missing bool
}

func (c *Column) tryUints(from, to int) (v []uint64, met seen, err error) {
	v = make([]uint64, to-from)
	for i := range v {
		cell := c.Raw(from + i)
		if Missing(cell) {
			met.missing = true
			continue
		}
		var minus bool
		if v[i], minus, err = parseUint(cell); err != nil {
			return nil, met, err
		}
		met.minus = met.minus || minus
		met.large = met.large || v[i] > math.MaxInt64
	}
	return v, met, nil
}

func (c *Column) tryFloats(from, to int) ([]float64, bool) {
	if cell := c.Raw(from); !Missing(cell) {
		if _, ok := parseFloat(cell); !ok {
			return nil, false
		}
	}
	v := make([]float64, to-from)
	for i := range v {
		cell := c.Raw(from + i)
		f, ok := parseFloat(cell)
		if Missing(cell) {
			f, ok = math.NaN(), true
		}
		if !ok {
			return nil, false
		}
		v[i] = f
	}
	return v, true
}

func (c *Column) tryBools(from, to int) (v []int8, missing int, ok bool) {
	if cell := c.Raw(from); !Missing(cell) {
		if _, ok := parseBool(cell); !ok {
			return nil, 0, false
		}
	}
	v = make([]int8, to-from)
	for i := range v {
		cell := c.Raw(from + i)
		switch b, ok := parseBool(cell); {
		case ok && b:
			v[i] = 1
		case ok:
		case Missing(cell):
			v[i] = -1
			missing++
		default:
			return nil, 0, false
		}
	}
	return v, missing, true
}
