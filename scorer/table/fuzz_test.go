package table_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"podium/scorer/table"
)

// FuzzRead reads any bytes: no panic, typed errors, columns of equal length, and
// the same table however the bytes arrive.
func FuzzRead(f *testing.F) {
	names, _ := filepath.Glob("testdata/pandas/*.csv")
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, text string) {
		o := table.Options{Limits: table.Limits{Bytes: 1 << 20, Columns: 1000, Cells: 1 << 20}}
		tab, err := table.Read(strings.NewReader(text), o)
		again, err2 := table.Read(iotest.OneByteReader(strings.NewReader(text)), o)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%v, but byte by byte %v", err, err2)
		}
		if err != nil {
			var pe *table.ParseError
			var le *table.LimitError
			if !errors.As(err, &pe) && !errors.As(err, &le) {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		for i, c := range tab.Columns {
			if c.Len() != tab.Rows {
				t.Fatalf("column %q has %d cells, table %d rows", c.Name, c.Len(), tab.Rows)
			}
			c.Kind()
			for r := range c.Len() {
				if v, w := c.Cell(r), again.Columns[i].Cell(r); v.String() != w.String() {
					t.Fatalf("cell %d: %v, but byte by byte %v", r, v, w)
				}
			}
			order, err := table.Order(c)
			if err != nil {
				continue
			}
			for k := 1; k < len(order); k++ {
				if table.Compare(c.Cell(order[k-1]), c.Cell(order[k])) > 0 {
					t.Fatalf("column %q is out of order at %d", c.Name, k)
				}
			}
		}
	})
}
