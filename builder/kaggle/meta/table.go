package meta

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// column is one that is wanted, by its names in the editions, newest first.
type column struct {
	names    []string
	optional bool
}

// MissingColumnError says that a table lacks a column under all its names.
type MissingColumnError struct {
	File  string
	Names []string
	Have  []string
}

func (e *MissingColumnError) Error() string {
	return fmt.Sprintf("%s: no column %s; it has %q", e.File, strings.Join(e.Names, " or "), e.Have)
}

// each calls f with the wanted columns of every row of a table, in the order of
// columns; an optional one that is not there is empty. The fields are only good
// until f returns. line is where the row starts.
func each(ctx context.Context, s *source, columns []column, f func(line int, row []string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	input := readAhead(ctx, s)
	defer func() {
		cancel()
		<-input.done
	}()
	bound := &rowBound{r: input, left: maxRow}
	text := bufio.NewReader(bound)
	if bom, err := text.Peek(3); err == nil && string(bom) == "\xef\xbb\xbf" {
		_, _ = text.Discard(3)
	}
	r := csv.NewReader(text)
	r.ReuseRecord = true
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: empty, no header", s.name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	at, err := places(s.name, slices.Clone(header), columns)
	if err != nil {
		return err
	}
	row := make([]string, len(columns))
	for {
		bound.left = maxRow
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		for i, p := range at {
			if p >= 0 {
				row[i] = record[p]
			}
		}
		line, _ := r.FieldPos(0)
		if err := f(line, row); err != nil {
			return fmt.Errorf("%s:%d: %w", s.name, line, err)
		}
	}
}

// places returns where each wanted column stands, -1 for an optional one that
// is not there.
func places(file string, header []string, columns []column) ([]int, error) {
	at := make([]int, len(columns))
	for i, c := range columns {
		at[i] = -1
		for _, name := range c.names {
			if at[i] = slices.Index(header, name); at[i] >= 0 {
				break
			}
		}
		if at[i] < 0 && !c.optional {
			return nil, &MissingColumnError{file, c.names, header}
		}
	}
	return at, nil
}

// maxRow bounds a row: where a quote is left open, the rest of the table would
// be taken for one field.
const maxRow = 64 << 20

type rowBound struct {
	r    io.Reader
	left int
}

func (b *rowBound) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, fmt.Errorf("a row of more than %d bytes: a quote is open", maxRow)
	}
	return n, err
}
