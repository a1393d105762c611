package upstream

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/parquet-go/parquet-go"

	"podium/schemas"
)

// readParquet reads all rows by column, so that the order of columns does not
// matter and a null is seen.
func readParquet(r io.ReaderAt, size int64) (rows []Row, err error) {
	defer func() { // the decoder panics on some damaged files
		if p := recover(); p != nil {
			rows, err = nil, fmt.Errorf("damaged Parquet file: %v", p)
		}
	}()
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, fmt.Errorf("no Parquet file: %w", err)
	}
	fields, err := matchColumns(f.Schema())
	if err != nil {
		return nil, err
	}
	rows = make([]Row, 0, min(f.NumRows(), 1<<20))
	for _, group := range f.RowGroups() {
		if rows, err = readGroup(group, fields, rows); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// matchColumns returns upstream's column for each of the file's.
func matchColumns(schema *parquet.Schema) ([]column, error) {
	var errs []error
	var matched []column
	have := map[string]bool{}
	for _, field := range schema.Fields() {
		c, ok := columnNamed(field.Name())
		if !ok {
			errs = append(errs, fmt.Errorf("unknown column %q", field.Name()))
			continue
		}
		have[c.name] = true
		want := "string"
		if c.number != nil {
			want = "int64"
		}
		if got := strings.TrimSuffix(schemas.FileSignature(field), "?"); got != want {
			errs = append(errs, fmt.Errorf("column %s has type %s, expected %s", c.name, got, want))
		}
		matched = append(matched, c)
	}
	for _, name := range Columns() {
		if !have[name] {
			errs = append(errs, fmt.Errorf("column %s is missing", name))
		}
	}
	return matched, errors.Join(errs...)
}

func readGroup(group parquet.RowGroup, fields []column, rows []Row) ([]Row, error) {
	reader := group.Rows()
	defer reader.Close()
	batch := make([]parquet.Row, 64)
	for {
		n, err := reader.ReadRows(batch)
		for _, values := range batch[:n] {
			row := Row{Place: fmt.Sprintf("row %d", len(rows)+1)}
			for _, v := range values {
				c := fields[v.Column()]
				switch {
				case v.IsNull():
					return nil, fmt.Errorf("%s: column %s is null", row.Place, c.name)
				case c.number != nil:
					*c.number(&row) = v.Int64()
				default:
					*c.text(&row) = string(v.ByteArray())
				}
			}
			rows = append(rows, row)
		}
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
