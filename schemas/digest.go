package schemas

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"reflect"
)

// RowDigest digests rows by their values, whatever file holds them: it stays
// the same when an encoder, a compression or a row group changes. It is
// "sha256:" and the SHA-256 of
//
//	the line "podium rows 1", the line Signature, and then each row,
//
// a row being the values of its columns in order and a value, by its type:
//
//	int64    i and 8 bytes, little-endian two's complement
//	double   d and 8 bytes, little-endian IEEE 754
//	boolean  t or f
//	string   s, its length in bytes as 8 bytes little-endian, its UTF-8
//	null     n
//	list     l, its length in items as 8 bytes little-endian, its items
//	row      its values in order
type RowDigest[T any] struct {
	sum hash.Hash
	buf []byte
}

// NewRowDigest returns the digest of no rows yet.
func NewRowDigest[T any]() *RowDigest[T] {
	d := &RowDigest[T]{sum: sha256.New()}
	d.buf = append(d.buf, "podium rows 1\n"+Signature[T]()+"\n"...)
	return d
}

// Add digests one more row.
func (d *RowDigest[T]) Add(row *T) {
	d.buf = appendValue(d.buf, reflect.ValueOf(row).Elem())
	if len(d.buf) > 1<<16 {
		d.sum.Write(d.buf)
		d.buf = d.buf[:0]
	}
}

// String returns the digest of the rows added so far.
func (d *RowDigest[T]) String() string {
	d.sum.Write(d.buf)
	d.buf = d.buf[:0]
	return formatDigest(d.sum)
}

func formatDigest(sum hash.Hash) string { return "sha256:" + hex.EncodeToString(sum.Sum(nil)) }

func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Int64:
		return binary.LittleEndian.AppendUint64(append(b, 'i'), uint64(v.Int()))
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(append(b, 'd'), math.Float64bits(v.Float()))
	case reflect.Bool:
		if v.Bool() {
			return append(b, 't')
		}
		return append(b, 'f')
	case reflect.String:
		return append(binary.LittleEndian.AppendUint64(append(b, 's'), uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 'n')
		}
		return appendValue(b, v.Elem())
	case reflect.Slice:
		b = binary.LittleEndian.AppendUint64(append(b, 'l'), uint64(v.Len()))
		for i := range v.Len() {
			b = appendValue(b, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			b = appendValue(b, v.Field(i))
		}
	}
	return b
}
