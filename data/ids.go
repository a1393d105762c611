package data

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// Ledger holds the ids of a repository's samples, in the file
// ids/<repository>.tsv: one line an id, ascending from 1, with the task and the
// arguments it stands for. It only ever grows, so that a published key never
// comes to mean another sample; an id whose sample is no longer drawn stays.
type Ledger struct {
	Repository string
	entries    []LedgerEntry
	ids        map[LedgerEntry]int64
}

// LedgerEntry is what an id stands for.
type LedgerEntry struct {
	Task      string
	Arguments string // the sample's arguments column
}

const ledgerHead = "id\ttask_id\targuments"

// LedgerName is where the catalogue keeps a repository's ids.
func LedgerName(repository string) string { return path.Join("ids", repository+".tsv") }

// ReadLedger reads a repository's ids; none when there is no file.
func ReadLedger(fsys fs.FS, repository string) (*Ledger, error) {
	name := LedgerName(repository)
	b, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return &Ledger{Repository: repository, ids: map[LedgerEntry]int64{}}, nil
	}
	if err != nil {
		return nil, err
	}
	l, err := ParseLedger(repository, b)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// ParseLedger reads a ledger's bytes strictly: a hole, a line out of order or a
// sample with two ids is an error that names the line.
func ParseLedger(repository string, b []byte) (*Ledger, error) {
	l := &Ledger{Repository: repository, ids: map[LedgerEntry]int64{}}
	lines := strings.Split(string(b), "\n")
	if lines[0] != ledgerHead {
		return nil, fmt.Errorf("line 1: %q, expected %q", lines[0], ledgerHead)
	}
	if lines[len(lines)-1] != "" {
		return nil, fmt.Errorf("line %d: no newline at the end", len(lines))
	}
	for i, line := range lines[1 : len(lines)-1] {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d: %d columns, expected 3", i+2, len(fields))
		}
		if want := strconv.Itoa(i + 1); fields[0] != want {
			return nil, fmt.Errorf("line %d: id %s, expected %s", i+2, fields[0], want)
		}
		e := LedgerEntry{fields[1], fields[2]}
		if id, ok := l.ids[e]; ok {
			return nil, fmt.Errorf("line %d: task %s with %s has id %d already", i+2, e.Task, e.Arguments, id)
		}
		l.Assign(e)
	}
	return l, nil
}

// ID returns what stands for e.
func (l *Ledger) ID(e LedgerEntry) (int64, bool) {
	id, ok := l.ids[e]
	return id, ok
}

// Assign returns e's id, a new one when it has none yet.
func (l *Ledger) Assign(e LedgerEntry) int64 {
	if id, ok := l.ids[e]; ok {
		return id
	}
	l.entries = append(l.entries, e)
	id := int64(len(l.entries))
	l.ids[e] = id
	return id
}

// Runs lists a task's ids as runs, first and last.
func (l *Ledger) Runs(task string) [][2]int64 {
	runs := [][2]int64{}
	for i, e := range l.entries {
		id := int64(i + 1)
		switch n := len(runs); {
		case e.Task != task:
		case n > 0 && runs[n-1][1] == id-1:
			runs[n-1][1] = id
		default:
			runs = append(runs, [2]int64{id, id})
		}
	}
	return runs
}

// Len is the number of ids given so far.
func (l *Ledger) Len() int { return len(l.entries) }

// Encode returns the file's bytes.
func (l *Ledger) Encode() []byte {
	var b bytes.Buffer
	b.WriteString(ledgerHead + "\n")
	for i, e := range l.entries {
		fmt.Fprintf(&b, "%d\t%s\t%s\n", i+1, e.Task, e.Arguments)
	}
	return b.Bytes()
}
