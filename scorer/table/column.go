package table

import (
	"bytes"
	"sync"
	"unsafe"
)

// Kind is a column's data type, named after what pandas calls it.
type Kind uint8

const (
	Text  Kind = iota // object of str and missing; also any column without rows
	Bool              // bool: no cell is missing
	Int               // int64: no cell is missing
	Uint              // uint64: no cell is missing, some value is beyond int64
	Float             // float64; a missing cell is NaN
	Mixed             // object of several types: booleans with missing cells, or chunks typed apart
)

func (k Kind) String() string {
	return [...]string{"text", "boolean", "integer", "unsigned integer", "number", "mixed"}[k]
}

// Numeric tells whether every cell is a number (booleans are not).
func (k Kind) Numeric() bool { return k == Int || k == Uint || k == Float }

// Column is a named column. Its cells' text is kept; its type is inferred when
// first asked for. Safe for concurrent use.
type Column struct {
	Name string

	text    []byte
	ends    []uint32 // cell i is text[ends[i-1]:ends[i]]
	chunk   int      // rows typed at a time
	dropped bool     // cells were not kept

	once  sync.Once
	kind  Kind
	parts []part // by chunk; one part when the column has one type

	literal bool // some part is text in which missing spellings are text too
}

// endCell ends the cell whose text was appended.
func (c *Column) endCell() error {
	start := 0
	if n := len(c.ends); n > 0 {
		start = int(c.ends[n-1])
	}
	if i := bytes.IndexByte(c.text[start:], 0); i >= 0 {
		c.text = c.text[:start+i]
	}
	if len(c.text) > maxColumnBytes {
		return &LimitError{"bytes in one column", maxColumnBytes}
	}
	c.ends = append(c.ends, uint32(len(c.text)))
	return nil
}

// Len is the number of cells; 0 also when the cells were not kept.
func (c *Column) Len() int { return len(c.ends) }

// Kept tells whether the column's cells were kept.
func (c *Column) Kept() bool { return !c.dropped }

// Raw is the text of cell i as the file has it, without quotes.
func (c *Column) Raw(i int) string {
	b := c.raw(i)
	return unsafe.String(unsafe.SliceData(b), len(b)) // text is never changed once read
}

func (c *Column) raw(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = c.ends[i-1]
	}
	return c.text[start:c.ends[i]]
}

// Kind is the column's type.
func (c *Column) Kind() Kind {
	c.once.Do(c.infer)
	return c.kind
}

// Missing tells whether cell i is missing. In a number column that includes NaN.
func (c *Column) Missing(i int) bool { return c.Cell(i).Kind == CellMissing }

// Floats returns the cells as numbers, NaN where missing, 0 and 1 for booleans;
// false when one is text. The slice is the column's own.
func (c *Column) Floats() ([]float64, bool) {
	switch c.Kind() {
	case Float:
		return c.parts[0].floats, true
	case Text:
		return nil, len(c.ends) == 0
	}
	v := make([]float64, len(c.ends))
	for i := range v {
		f, ok := c.Cell(i).Float()
		if !ok {
			return nil, false
		}
		v[i] = f
	}
	return v, true
}

// MissingCount counts the missing cells and gives the first one, -1 for none.
func (c *Column) MissingCount() (n, first int) {
	first = -1
	switch kind := c.Kind(); {
	case kind == Bool, kind == Int, kind == Uint:
		return 0, -1
	case kind == Text && !c.literal:
		for i := range c.ends {
			if c.missingText(c.raw(i)) {
				if n++; first < 0 {
					first = i
				}
			}
		}
		return n, first
	}
	for i := range c.ends {
		if c.Missing(i) {
			if n++; first < 0 {
				first = i
			}
		}
	}
	return n, first
}

// FirstWord is the first row whose text is neither missing nor a number (nor,
// with booleans, true or false): what made a column text. -1 when there is none.
func (c *Column) FirstWord(booleans bool) int {
	for i := range c.ends {
		cell := c.Raw(i)
		_, number := parseFloat(cell)
		_, boolean := parseBool(cell)
		if !number && !(boolean && booleans) && !Missing(cell) {
			return i
		}
	}
	return -1
}
