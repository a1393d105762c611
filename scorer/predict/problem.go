package predict

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podium/schemas"
)

// Kind classes what is wrong with a line.
type Kind string

// Kinds of problem. All but the last two are ways of being malformed.
const (
	TooLong      Kind = "line too long"
	NotUTF8      Kind = "not UTF-8"
	Syntax       Kind = "not JSON"
	NotAnObject  Kind = "not an object"
	Doubled      Kind = "doubled member"
	Surrogate    Kind = "unpaired surrogate"
	BadID        Kind = "bad id"        // id or github_id absent or not an integer literal in int64
	BadOutput    Kind = "bad output"    // output absent or not a list of strings
	DuplicateKey Kind = "duplicate key" // an earlier line has the same key; the earlier one stands
	UnknownKey   Kind = "unknown key"   // no such sample in the split
)

// Problem is one line that cannot be used.
type Problem struct {
	Line   int64        `json:"line"` // 1-based
	Kind   Kind         `json:"kind"`
	Detail string       `json:"detail"`
	Key    *schemas.Key `json:"key,omitempty"` // of duplicate and unknown keys
}

func (p Problem) String() string {
	return fmt.Sprintf("line %d: %s: %s", p.Line, p.Kind, p.Detail)
}

// Problems sums up what is wrong with a file. The first twenty are kept here;
// all of them are in the file List, one JSON object a line.
type Problems struct {
	First []Problem      `json:"first"`
	Count map[Kind]int64 `json:"count"`          // all of them, the first twenty included
	List  string         `json:"list,omitempty"` // path of the complete list, empty when none was wanted
}

// Total counts the unusable lines.
func (p *Problems) Total() int64 {
	var n int64
	for _, c := range p.Count {
		n += c
	}
	return n
}

// Error is returned by [Open] when a file has problems and reading is not lenient.
type Error struct {
	Path string
	Problems
}

func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d unusable line(s)", e.Path, e.Total())
	rest := maps.Clone(e.Count)
	for _, p := range e.First {
		fmt.Fprintf(&b, "\n  %s", p)
		rest[p.Kind]--
	}
	if int64(len(e.First)) < e.Total() {
		b.WriteString("\n  and")
		sep := " "
		for _, kind := range slices.SortedFunc(maps.Keys(rest), func(x, y Kind) int {
			return cmp.Or(cmp.Compare(rest[y], rest[x]), cmp.Compare(x, y))
		}) {
			if rest[kind] > 0 {
				fmt.Fprintf(&b, "%s%d × %s", sep, rest[kind], kind)
				sep = ", "
			}
		}
	}
	if e.List != "" {
		fmt.Fprintf(&b, "\nall of them: %s", e.List)
	}
	return b.String()
}
