package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
)

// rowDigest computes the digest that schemas.RowDigest documents, from Arrow's
// values and by code of its own.
type rowDigest struct {
	sum hash.Hash
	buf []byte
}

func newRowDigest(signature string) *rowDigest {
	d := &rowDigest{sum: sha256.New()}
	fmt.Fprintf(d.sum, "podium rows 1\n%s\n", signature)
	return d
}

// add digests the rows of a record.
func (d *rowDigest) add(rec arrow.Record) error {
	for row := range int(rec.NumRows()) {
		d.buf = d.buf[:0]
		for _, column := range rec.Columns() {
			if err := d.value(column, row); err != nil {
				return err
			}
		}
		d.sum.Write(d.buf)
	}
	return nil
}

func (d *rowDigest) String() string { return "sha256:" + hex.EncodeToString(d.sum.Sum(nil)) }

func (d *rowDigest) tagged(tag byte, n uint64) {
	d.buf = binary.LittleEndian.AppendUint64(append(d.buf, tag), n)
}

func (d *rowDigest) value(column arrow.Array, row int) error {
	if column.IsNull(row) {
		d.buf = append(d.buf, 'n')
		return nil
	}
	switch c := column.(type) {
	case *array.Int64:
		d.tagged('i', uint64(c.Value(row)))
	case *array.Float64:
		d.tagged('d', math.Float64bits(c.Value(row)))
	case *array.Boolean:
		if c.Value(row) {
			d.buf = append(d.buf, 't')
		} else {
			d.buf = append(d.buf, 'f')
		}
	case *array.String:
		d.tagged('s', uint64(len(c.Value(row))))
		d.buf = append(d.buf, c.Value(row)...)
	case *array.List:
		start, end := c.ValueOffsets(row)
		d.tagged('l', uint64(end-start))
		for i := start; i < end; i++ {
			if err := d.value(c.ListValues(), int(i)); err != nil {
				return err
			}
		}
	case *array.Struct:
		for i := range c.NumField() {
			if err := d.value(c.Field(i), row); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("a column is of type %s", column.DataType())
	}
	return nil
}
