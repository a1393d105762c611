package schemas

import (
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// The layout of every Parquet file. Changing any of it, or the version of the
// Parquet or zstd module, changes the bytes of releases: count up layout then.
// Texts keep their whole bounds in the footer: leaving them out would leave a
// page index that says every value is empty, and readers prune by it.
const (
	rowsPerGroup = 5000      // three groups for all samples
	pageBytes    = 256 << 10 // before encoding
	writeBytes   = 32 << 10
	batchRows    = 512     // rows handed to the encoder at once: where pages end depends on it
	dictBytes    = 1 << 20 // a column with a larger dictionary goes on plain
	boundBytes   = 64      // of a text's bounds in the page index
	layout       = "layout-1"
)

// layoutOptions pins everything the encoder could choose for itself; its
// default created_by would change with the version of the module.
func layoutOptions[T any](t Table[T]) []parquet.WriterOption {
	var sorting []parquet.SortingColumn
	for _, name := range t.SortedBy {
		sorting = append(sorting, parquet.Ascending(name))
	}
	return []parquet.WriterOption{
		// The option leaves out the blank that the convention has before "(build".
		parquet.CreatedBy("podium", fmt.Sprint(SchemaVersion, " "), layout),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault, Concurrency: 1}),
		parquet.DefaultEncoding(&parquet.Plain),
		parquet.DataPageVersion(2),
		parquet.DataPageStatistics(false), // the page index has them, cut to boundBytes
		parquet.DeprecatedDataPageStatistics(false),
		parquet.ColumnIndexSizeLimit(func([]string) int { return boundBytes }),
		parquet.PageBufferSize(pageBytes),
		parquet.WriteBufferSize(writeBytes),
		parquet.MaxRowsPerRowGroup(rowsPerGroup),
		parquet.DictionaryMaxBytes(dictBytes),
		parquet.SortingWriterConfig(parquet.SortingColumns(sorting...)),
		parquet.KeyValueMetadata("huggingface", features(reflect.TypeFor[T]())),
	}
}

// WriteParquet writes rows, which must be strictly ascending in the table's
// order, as a Parquet file: equal rows give equal bytes on any machine. It
// returns the digest of the rows.
func WriteParquet[T any](w io.Writer, t Table[T], rows []T) (digest string, err error) {
	for i := 1; i < len(rows); i++ {
		switch c := t.Compare(&rows[i-1], &rows[i]); {
		case c == 0:
			return "", fmt.Errorf("%s: %s occurs twice", t.Config, t.Describe(&rows[i]))
		case c > 0:
			return "", fmt.Errorf("%s: %s comes after %s", t.Config, t.Describe(&rows[i]), t.Describe(&rows[i-1]))
		}
	}
	sum := NewRowDigest[T]()
	pw := parquet.NewGenericWriter[T](w, layoutOptions(t)...)
	for from := 0; from < len(rows); from += batchRows {
		batch := rows[from:min(from+batchRows, len(rows))]
		for i := range batch {
			sum.Add(&batch[i])
		}
		if _, err := pw.Write(batch); err != nil {
			return "", fmt.Errorf("%s: %w", t.Config, err)
		}
	}
	if err := pw.Close(); err != nil {
		return "", fmt.Errorf("%s: %w", t.Config, err)
	}
	return sum.String(), nil
}
