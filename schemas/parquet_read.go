package schemas

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"
)

// ReadParquet reads the rows of a Parquet file of size bytes, in order. A file
// whose columns are not exactly those of T is an error: a reader by name would
// fill what is missing with zero without a word. It reads a few rows at a time.
//
// The decoder trusts what it decodes: check the file's digest first, as
// [ReadRows] does. Damage that makes it panic is returned as an error.
func ReadParquet[T any](r io.ReaderAt, size int64) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		inside := true // in the decoder: a panic of the caller's loop body is not ours
		defer func() {
			if !inside {
				return
			}
			if p := recover(); p != nil {
				yield(zero, fmt.Errorf("damaged Parquet file: %v", p))
			}
		}()
		f, err := parquet.OpenFile(r, size)
		if err != nil {
			inside = false
			yield(zero, fmt.Errorf("no Parquet file: %w", err))
			return
		}
		if got, want := FileSignature(f.Schema()), Signature[T](); got != want {
			inside = false
			yield(zero, fmt.Errorf("columns are %s, expected %s", got, want))
			return
		}
		rows := parquet.NewGenericReader[T](f)
		defer rows.Close()
		batch := make([]T, 64)
		for {
			clear(batch)
			n, err := rows.Read(batch)
			inside = false
			for i := range n {
				if !yield(batch[i], nil) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(zero, err)
				return
			}
			inside = true
		}
	}
}

// ReadSignature returns the signature of a Parquet file of size bytes.
func ReadSignature(r io.ReaderAt, size int64) (string, error) {
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return "", fmt.Errorf("no Parquet file: %w", err)
	}
	return FileSignature(f.Schema()), nil
}
