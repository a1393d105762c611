package table

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Limits bound what a file may make the reader hold. Zero means the default.
type Limits struct {
	Bytes   int64 // of text, after decompression: 8 GiB
	Columns int   // in the header: 100,000
	Cells   int64 // kept: 500,000,000
}

func (l Limits) orDefault() Limits {
	if l.Bytes <= 0 {
		l.Bytes = 8 << 30
	}
	if l.Columns <= 0 {
		l.Columns = 100_000
	}
	if l.Cells <= 0 {
		l.Cells = 500_000_000
	}
	return l
}

// Options say what to keep of a file.
type Options struct {
	// Keep tells by name which columns' cells are kept; nil keeps all. The names
	// of the others are kept, their cells are checked and dropped.
	Keep   func(name string) bool
	Limits Limits
	// Size is about how many bytes will come, 0 when unknown: space is then made
	// once instead of again and again.
	Size int64
}

// Table is what a CSV file holds: columns of equal length.
type Table struct {
	Columns []*Column // in file order, without index columns
	Rows    int
	// Index is the number of leading columns that have no name because the
	// first row is longer than the header: pandas makes them the row index,
	// and so does not count them as columns.
	Index int
	// Width is the number of cells a row has, index columns included.
	Width int
}

// Column returns the column of that name, or nil. Of equal names the first one
// keeps its name.
func (t *Table) Column(name string) *Column {
	for _, c := range t.Columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Has tells whether there is a column of that name.
func (t *Table) Has(name string) bool { return t.Column(name) != nil }

// Names returns the columns' names in file order.
func (t *Table) Names() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Read reads a CSV file. A file without any cell is an empty table without
// columns. Errors of the text are a *ParseError, those of size a *LimitError.
func Read(r io.Reader, o Options) (*Table, error) {
	b := &builder{opts: o, limits: o.Limits.orDefault()}
	if err := tokenize(&limitReader{r: r, left: b.limits.Bytes, limit: b.limits.Bytes}, b); err != nil {
		return nil, err
	}
	return b.finish(), nil
}

// FromRows makes a table of cells given as text, which are typed as those of a
// file are. Every row has as many cells as there are names.
func FromRows(names []string, rows [][]string) (*Table, error) {
	b := &builder{limits: Limits{}.orDefault()}
	for _, name := range names {
		b.header = append(b.header, []byte(name))
	}
	b.begin(0)
	for i, row := range rows {
		for _, cell := range row {
			b.text([]byte(cell))
			if err := b.endCell(); err != nil {
				return nil, err
			}
		}
		if err := b.endRow(i + 2); err != nil {
			return nil, err
		}
	}
	return b.finish(), nil
}

// builder is a sink that makes a Table. The header and the first row are held
// back, because that row's length decides what the columns are.
type builder struct {
	opts   Options
	limits Limits

	header [][]byte // cells of the header, once read
	held   [][]byte // cells of the row that is being held back
	cell   []byte   // the held row's current cell

	table *Table    // nil until the first row has ended
	keep  []*Column // by cell number: where its text goes, nil for nowhere
	kept  int       // columns that keep their cells
	at    int       // cell number in the current row
	seen  int64     // bytes of rows, separators included
}

func (b *builder) text(p []byte) {
	b.seen += int64(len(p))
	if b.table == nil {
		b.cell = append(b.cell, p...)
		return
	}
	if b.at < len(b.keep) {
		if c := b.keep[b.at]; c != nil {
			c.text = append(c.text, p...)
		}
	}
}

func (b *builder) endCell() error {
	if b.table == nil {
		if len(b.held) >= b.limits.Columns {
			return &LimitError{"columns", int64(b.limits.Columns)}
		}
		b.held = append(b.held, untilNUL(bytes.Clone(b.cell)))
		b.cell = b.cell[:0]
		return nil
	}
	if b.at < len(b.keep) {
		if c := b.keep[b.at]; c != nil {
			if err := c.endCell(); err != nil {
				return err
			}
		}
	}
	b.at++
	b.seen++
	return nil
}

func (b *builder) endRow(line int) error {
	switch {
	case b.header == nil:
		b.header, b.held = b.held, nil
		return nil
	case b.table == nil:
		first := b.held
		b.begin(len(first))
		for _, cell := range first {
			b.text(cell)
			if err := b.endCell(); err != nil {
				return err
			}
		}
	}
	if b.at > len(b.keep) {
		return &ParseError{Line: line, Problem: fmt.Sprintf("%d fields, expected %d", b.at, len(b.keep))}
	}
	for b.at < len(b.keep) {
		if err := b.endCell(); err != nil {
			return err
		}
	}
	b.at = 0
	if b.table.Rows++; b.table.Rows == sample {
		b.reserve()
	}
	if int64(b.table.Rows)*int64(b.kept) > b.limits.Cells {
		return &LimitError{"cells", b.limits.Cells}
	}
	return nil
}

// sample is the number of rows after which the size of the rest is estimated.
const sample = 4096

// reserve makes room for the rows that are still to come, as far as they are like
// those that were read.
func (b *builder) reserve() {
	ratio := float64(min(b.opts.Size, b.limits.Bytes))/float64(b.seen)*1.02 - 1
	if ratio <= 0 || float64(b.seen)*ratio > maxColumnBytes {
		return
	}
	for _, c := range b.keep {
		if c != nil {
			c.text = slices.Grow(c.text, int(float64(len(c.text))*ratio))
			c.ends = slices.Grow(c.ends, int(float64(len(c.ends))*ratio))
		}
	}
}

// begin lays the columns out, given the number of cells in the first row.
func (b *builder) begin(cells int) {
	names := columnNames(b.header)
	t := &Table{Width: max(cells, len(names))}
	t.Index = t.Width - len(names)
	b.keep = make([]*Column, t.Width)
	for i, name := range names {
		c := &Column{Name: name, chunk: chunkRows(t.Width)}
		t.Columns = append(t.Columns, c)
		if b.opts.Keep == nil || b.opts.Keep(name) {
			b.keep[t.Index+i] = c
			b.kept++
		} else {
			c.dropped = true
		}
	}
	b.table, b.held = t, nil
}

func (b *builder) finish() *Table {
	if b.table == nil {
		b.begin(0)
	}
	for _, c := range b.table.Columns {
		c.text, c.ends = slices.Clip(c.text), slices.Clip(c.ends)
	}
	return b.table
}

// columnNames names the columns as pandas does: an empty name becomes
// "Unnamed: i"; of repeated names the first keeps its own and the others get
// .1, .2 …; names made up here give way to those of the file.
func columnNames(header [][]byte) []string {
	names := make([]string, len(header))
	given := make(map[string]bool, len(header))
	var order, unnamed []int
	for i, cell := range header {
		names[i] = string(cell)
		if names[i] == "" {
			names[i] = fmt.Sprintf("Unnamed: %d", i)
			unnamed = append(unnamed, i)
		} else {
			order = append(order, i)
		}
		given[names[i]] = true
	}
	counts := make(map[string]int, len(header))
	for _, i := range append(order, unnamed...) {
		name := names[i]
		n := counts[name]
		for n > 0 {
			counts[names[i]] = n + 1
			name = fmt.Sprintf("%s.%d", names[i], n)
			if given[name] {
				n++
			} else {
				n = counts[name]
			}
		}
		names[i] = name
		given[name] = true
		counts[name] = n + 1
	}
	return names
}

// chunkRows is the number of rows that pandas types at a time in a file of the
// given width: the largest power of two below 2^20/width (low_memory=True).
func chunkRows(width int) int {
	limit := (1 << 20) / max(width, 1)
	n := 1
	for n*2 < limit {
		n *= 2
	}
	return n
}

// untilNUL cuts a cell at its first NUL byte, where C strings end.
func untilNUL(cell []byte) []byte {
	if i := bytes.IndexByte(cell, 0); i >= 0 {
		return cell[:i]
	}
	return cell
}

// limitReader fails with a *LimitError past its limit.
type limitReader struct {
	r           io.Reader
	left, limit int64
}

func (l *limitReader) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, &LimitError{"bytes", l.limit}
	}
	return n, err
}

// Describe names the columns for a message: `id, "a, b"`, at most ten of them.
func Describe(names []string) string {
	shown := make([]string, 0, 10)
	for i, name := range names {
		if i == 10 {
			return strings.Join(shown, ", ") + fmt.Sprintf(" and %d more", len(names)-i)
		}
		if q := strconv.Quote(name); strings.ContainsAny(name, ", ") || name == "" || len(q) != len(name)+2 {
			name = q
		}
		shown = append(shown, name)
	}
	return strings.Join(shown, ", ")
}

// maxColumnBytes is what 32-bit cell ends can address.
const maxColumnBytes = math.MaxUint32
