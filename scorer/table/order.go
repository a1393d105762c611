package table

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// MixedTypesError says that a column cannot be sorted because it holds text
// beside numbers or booleans; pandas refuses that too.
type MixedTypesError struct{ Column string }

func (e *MixedTypesError) Error() string {
	return fmt.Sprintf("column %q holds text and numbers, which have no common order", e.Column)
}

// Order returns the rows of c by rising value, missing cells last. The sort is
// stable; pandas' is not, so among equal values any order is as good as another.
func Order(c *Column) ([]int, error) {
	rows := make([]int, c.Len())
	for i := range rows {
		rows[i] = i
	}
	if c.Kind() == Mixed && c.hasText() {
		return nil, &MixedTypesError{c.Name}
	}
	for i := 1; i < len(rows); i++ {
		if c.compareRows(i-1, i) > 0 {
			c.sort(rows)
			break
		}
	}
	return rows, nil
}

func (c *Column) hasText() bool {
	text, other := false, false
	for i := range c.ends {
		switch c.Cell(i).Kind {
		case CellText:
			text = true
		case CellMissing:
		default:
			other = true
		}
		if text && other {
			return true
		}
	}
	return false
}

// compareRows orders two rows of c: numbers by value, text by code points,
// missing cells last.
func (c *Column) compareRows(i, j int) int {
	switch c.kind {
	case Int:
		return compare(c.parts[0].ints[i], c.parts[0].ints[j])
	case Float:
		if a, b := c.parts[0].floats[i], c.parts[0].floats[j]; a == a && b == b {
			return compare(a, b)
		}
	case Text:
		a, b := c.raw(i), c.raw(j)
		if !c.missingText(a) && !c.missingText(b) {
			return bytes.Compare(a, b) // UTF-8 sorts as code points do
		}
	}
	return Compare(c.Cell(i), c.Cell(j))
}

// missingText tells whether a cell of a text column is missing; no spelling of it
// is longer than eight bytes.
func (c *Column) missingText(cell []byte) bool {
	return len(cell) <= len("#N/A N/A") && !c.literal && Missing(string(cell))
}

// EqualRows tells whether cell i of c equals cell j of o, as Cell.Equal does.
func (c *Column) EqualRows(i int, o *Column, j int) bool {
	switch k := c.Kind(); {
	case k != o.Kind():
	case k == Text:
		a, b := c.raw(i), o.raw(j)
		return bytes.Equal(a, b) && !c.missingText(a) && !o.missingText(b)
	case k == Int:
		return c.parts[0].ints[i] == o.parts[0].ints[j]
	case k == Float:
		return c.parts[0].floats[i] == o.parts[0].floats[j]
	}
	return c.Cell(i).Equal(o.Cell(j))
}

// Compare orders cells: numbers and booleans by value, then text by code points,
// then missing cells.
func Compare(v, w Cell) int {
	rank := func(c Cell) int64 {
		switch c.Kind {
		case CellText:
			return 1
		case CellMissing:
			return 2
		}
		return 0
	}
	if a, b := rank(v), rank(w); a != b || a == 2 {
		return compare(a, b)
	}
	if v.Kind == CellText {
		return strings.Compare(v.S, w.S) // UTF-8 sorts as code points do
	}
	return compareNumbers(v, w)
}

// Group is the rows that share a value of a column, in file order.
type Group struct {
	Value Cell
	Rows  []int
}

// Groups splits the rows by the value of c, in rising order of the values. Rows
// with a missing value are left out.
func Groups(c *Column) ([]Group, error) {
	rows, err := Order(c)
	if err != nil {
		return nil, err
	}
	var groups []Group
	for _, i := range rows {
		v := c.Cell(i)
		if v.Kind == CellMissing {
			break
		}
		if k := len(groups); k == 0 || !groups[k-1].Value.Equal(v) {
			groups = append(groups, Group{Value: v})
		}
		g := &groups[len(groups)-1]
		g.Rows = append(g.Rows, i)
	}
	return groups, nil
}

// Find returns the position in order, which sorts c, of the first row whose value is v,
// and whether there is one.
func Find(c *Column, order []int, v Cell) (int, bool) {
	if v.Kind == CellMissing {
		return 0, false
	}
	k := sort.Search(len(order), func(k int) bool { return Compare(c.Cell(order[k]), v) >= 0 })
	return k, k < len(order) && c.Cell(order[k]).Equal(v)
}
