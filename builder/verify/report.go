package verify

import (
	"fmt"
	"strings"

	"podium/schemas"
)

// Problem is one thing about a release that is not as it should be.
type Problem struct {
	File string       `json:"file"`
	Row  int64        `json:"row,omitempty"` // 1-based; 0 when it is the file
	Key  *schemas.Key `json:"key,omitempty"`
	Task string       `json:"task,omitempty"`
	What string       `json:"what"`
}

func (p Problem) String() string {
	var where strings.Builder
	where.WriteString(p.File)
	if p.Row > 0 {
		fmt.Fprintf(&where, ": row %d", p.Row)
	}
	if p.Key != nil {
		fmt.Fprintf(&where, ": %s", p.Key)
	}
	if p.Task != "" {
		fmt.Fprintf(&where, ": task %s", p.Task)
	}
	return where.String() + ": " + p.What
}

// Report is what verifying a release found.
type Report struct {
	Version  string         `json:"version"`
	Release  string         `json:"release"` // digest
	Imported bool           `json:"imported"`
	Files    []FileReport   `json:"files"`
	Keys     int            `json:"keys"` // distinct ones
	Tasks    int            `json:"tasks"`
	Judged   map[string]int `json:"judged"` // keys by how a pass is established
	// References counts the reference outputs that were checked. Those of an
	// imported release that fail are upstream's errata, not problems.
	References References `json:"references"`
	Problems   []Problem  `json:"problems"`
}

// FileReport is a Parquet file as Arrow read it.
type FileReport struct {
	Path      string `json:"path"`
	Rows      int64  `json:"rows"`
	Bytes     int64  `json:"bytes"`
	RowDigest string `json:"row_digest"`
}

// References counts reference outputs by what the scorer's static checks say.
type References struct {
	Checked int `json:"checked"`
	Paper   int `json:"paper"`  // pass rule paper
	Strict  int `json:"strict"` // pass rule strict
	// Failing lists those that fail either rule.
	Failing []FailingReference `json:"failing"`
}

// FailingReference is a reference output that the scorer would not execute.
type FailingReference struct {
	Key    schemas.Key `json:"key"`
	Paper  string      `json:"paper,omitempty"`  // why it fails, empty when it passes
	Strict string      `json:"strict,omitempty"` // likewise
}

func (f FailingReference) String() string {
	var parts []string
	if f.Paper != "" {
		parts = append(parts, "paper: "+f.Paper)
	}
	if f.Strict != "" {
		parts = append(parts, "strict: "+f.Strict)
	}
	return strings.Join(parts, "; ")
}
