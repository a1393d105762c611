package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// batchRows is how many rows Arrow decodes at once.
const batchRows = 1024

// readTable calls visit with the records of a Parquet file, in order. Its columns
// must have the signature that is wanted. Arrow panics on some damaged files; that is
// an error here.
func readTable(ctx context.Context, parquet []byte, want string, visit func(arrow.Record) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("damaged Parquet file: %v", p)
		}
	}()
	pf, err := file.NewParquetReader(bytes.NewReader(parquet))
	if err != nil {
		return fmt.Errorf("no Parquet file: %w", err)
	}
	defer pf.Close()
	if got := signature(pf.MetaData().Schema.Root()); got != want {
		return fmt.Errorf("columns are %s, expected %s", got, want)
	}
	fr, err := pqarrow.NewFileReader(pf, pqarrow.ArrowReadProperties{BatchSize: batchRows}, memory.DefaultAllocator)
	if err != nil {
		return err
	}
	rr, err := fr.GetRecordReader(ctx, nil, nil)
	if err != nil {
		return err
	}
	defer rr.Release()
	for rr.Next() {
		if err := visit(rr.Record()); err != nil {
			return err
		}
	}
	if err := rr.Err(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
