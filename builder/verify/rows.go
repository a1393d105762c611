package verify

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// rows turns a record into rows of T, column i into field i. The record's
// signature must be that of T.
func rows[T any](rec arrow.Record) ([]T, error) {
	list := make([]T, rec.NumRows())
	for i := range list {
		v := reflect.ValueOf(&list[i]).Elem()
		for col, column := range rec.Columns() {
			if err := set(v.Field(col), column, i); err != nil {
				return nil, fmt.Errorf("column %s: %w", rec.ColumnName(col), err)
			}
		}
	}
	return list, nil
}

func set(v reflect.Value, column arrow.Array, row int) error {
	if v.Kind() == reflect.Pointer {
		if column.IsNull(row) {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return set(v.Elem(), column, row)
	}
	if column.IsNull(row) {
		return fmt.Errorf("row %d is null", row)
	}
	switch c := column.(type) {
	case *array.Int64:
		v.SetInt(c.Value(row))
	case *array.Float64:
		v.SetFloat(c.Value(row))
	case *array.Boolean:
		v.SetBool(c.Value(row))
	case *array.String:
		v.SetString(strings.Clone(c.Value(row))) // Arrow reuses its buffers
	case *array.List:
		start, end := c.ValueOffsets(row)
		if start == end {
			return nil
		}
		v.Set(reflect.MakeSlice(v.Type(), int(end-start), int(end-start)))
		for i := start; i < end; i++ {
			if err := set(v.Index(int(i-start)), c.ListValues(), int(i)); err != nil {
				return err
			}
		}
	case *array.Struct:
		for i := range c.NumField() {
			if err := set(v.Field(i), c.Field(i), row); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("type %s", column.DataType())
	}
	return nil
}
