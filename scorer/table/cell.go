package table

import (
	"math"
	"sort"
	"strconv"
	"strings"
)

// CellKind is the type of one cell.
type CellKind uint8

const (
	CellMissing CellKind = iota
	CellBool
	CellInt
	CellUint
	CellFloat
	CellText
)

// Cell is one typed cell. I is also 0 or 1 for a boolean.
type Cell struct {
	Kind CellKind
	I    int64
	U    uint64
	F    float64
	S    string
}

// Cell returns cell i with the type its column, or its chunk of a mixed column, has.
func (c *Column) Cell(i int) Cell {
	p := c.part(i)
	if p == nil {
		return textCell(c.Raw(i))
	}
	switch j := i - p.from; {
	case p.ints != nil:
		return Cell{Kind: CellInt, I: p.ints[j]}
	case p.uints != nil:
		return Cell{Kind: CellUint, U: p.uints[j]}
	case p.floats != nil:
		if math.IsNaN(p.floats[j]) {
			return Cell{}
		}
		return Cell{Kind: CellFloat, F: p.floats[j]}
	case p.bools != nil:
		if p.bools[j] < 0 {
			return Cell{}
		}
		return Cell{Kind: CellBool, I: int64(p.bools[j])}
	}
	if p.literal {
		return Cell{Kind: CellText, S: c.Raw(i)}
	}
	return textCell(c.Raw(i))
}

func textCell(s string) Cell {
	if Missing(s) {
		return Cell{}
	}
	return Cell{Kind: CellText, S: s}
}

// part is the part that row i lies in, nil for plain text.
func (c *Column) part(i int) *part {
	switch c.Kind() {
	case Text, Mixed:
		if len(c.parts) == 0 {
			return nil
		}
		k := sort.Search(len(c.parts), func(k int) bool { return c.parts[k].to > i })
		return &c.parts[k]
	}
	return &c.parts[0]
}

// Float is the cell as a number: NaN when missing, 0 or 1 for a boolean; false
// for text.
func (v Cell) Float() (float64, bool) {
	switch v.Kind {
	case CellMissing:
		return math.NaN(), true
	case CellBool, CellInt:
		return float64(v.I), true
	case CellUint:
		return float64(v.U), true
	case CellFloat:
		return v.F, true
	}
	return 0, false
}

// String is what Python's str() makes of the cell: "nan" when missing.
func (v Cell) String() string {
	switch v.Kind {
	case CellMissing:
		return "nan"
	case CellBool:
		if v.I == 1 {
			return "True"
		}
		return "False"
	case CellInt:
		return strconv.FormatInt(v.I, 10)
	case CellUint:
		return strconv.FormatUint(v.U, 10)
	case CellFloat:
		return pythonFloat(v.F)
	}
	return v.S
}

// pythonFloat is Python's repr of a float: the shortest digits that read back,
// always with a point or an exponent, the exponent from 1e16 and below 1e-4.
func pythonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return strconv.FormatFloat(f, 'e', -1, 64) // Go, too, writes two exponent digits at least
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.ContainsRune(s, '.') {
		s += ".0"
	}
	return s
}

// Equal tells whether two cells are equal as Python's == says: numbers and
// booleans by value, text by text, a missing cell to nothing, itself included.
func (v Cell) Equal(w Cell) bool {
	switch {
	case v.Kind == CellMissing || w.Kind == CellMissing:
		return false
	case v.Kind == CellText || w.Kind == CellText:
		return v.Kind == w.Kind && v.S == w.S
	}
	return compareNumbers(v, w) == 0
}

// compareNumbers orders two cells that are numbers or booleans, exactly.
func compareNumbers(v, w Cell) int {
	if v.Kind == CellFloat || w.Kind == CellFloat {
		return compareMixed(v, w)
	}
	switch a, b := v.Kind == CellUint, w.Kind == CellUint; {
	case a && b:
		return compare(v.U, w.U)
	case a:
		if v.U > math.MaxInt64 {
			return 1
		}
		return compare(int64(v.U), w.I)
	case b:
		return -compareNumbers(w, v)
	}
	return compare(v.I, w.I)
}

// compareMixed orders numbers of which at least one is a float, without losing
// digits of a large integer.
func compareMixed(v, w Cell) int {
	a, _ := v.Float()
	b, _ := w.Float()
	if a != b || v.Kind == w.Kind {
		return compare(a, b)
	}
	if v.Kind == CellFloat {
		return -compareMixed(w, v)
	}
	// The integer v rounds to w.F: compare what was lost.
	if v.Kind == CellUint {
		if b >= 1<<64 {
			return -1
		}
		return compare(v.U, uint64(b))
	}
	if b >= 1<<63 {
		return -1
	}
	return compare(v.I, int64(b))
}

func compare[T int64 | uint64 | float64](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
