package upstream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"podium/internal/strictjson"
)

// maxLine bounds a line of JSON.
const maxLine = 64 << 20

// readLines reads JSON lines. Blank lines are skipped, a BOM at the start is
// accepted; all bad lines are reported at once.
func readLines(r *bufio.Reader) ([]Row, error) {
	rows := []Row{}
	var problems Problems
	for number := 1; ; number++ {
		line, err := readLine(r)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		if line := bytes.TrimSpace(line); len(line) > 0 {
			row := Row{Place: fmt.Sprintf("line %d", number)}
			if err := parseLine(line, &row); err != nil {
				problems.add(Problem{Place: row.Place, What: err.Error()})
			}
			rows = append(rows, row)
		}
		if err != nil {
			return rows, problems.err()
		}
	}
}

// readLine reads a line of at most maxLine bytes; io.EOF comes with the last.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("longer than %d bytes", maxLine)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// parseLine reads one object with exactly upstream's columns.
func parseLine(line []byte, row *Row) error {
	members, err := strictjson.Object(line)
	if err != nil {
		return err
	}
	have := map[string]bool{}
	for _, m := range members {
		c, ok := columnNamed(m.Name)
		switch {
		case !ok:
			return fmt.Errorf("unknown column %q", m.Name)
		case c.number != nil:
			*c.number(row), err = m.Int()
		default:
			*c.text(row), err = m.String()
		}
		if err != nil {
			return err
		}
		have[m.Name] = true
	}
	for _, name := range Columns() {
		if !have[name] {
			return fmt.Errorf("column %s is missing", name)
		}
	}
	return nil
}
