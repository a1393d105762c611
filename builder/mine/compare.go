package mine

import (
	"fmt"
	"slices"
	"strings"

	"podium/data"
)

// Difference is one thing that two locks of a repository say differently.
type Difference struct {
	File string `json:"file"` // empty: the whole repository
	What string `json:"what"`
}

func (d Difference) String() string {
	if d.File == "" {
		return d.What
	}
	return d.File + ": " + d.What
}

// Compare tells what moved from one lock of a repository to another: options
// gone, added or changed, commands, snippets, sections and signatures likewise.
func Compare(before, after *data.Lock) []Difference {
	var ds []Difference
	if before.Commit != after.Commit {
		ds = append(ds, Difference{"", fmt.Sprintf("the pin went from %s to %s", before.Commit, after.Commit)})
	}
	x, y := factsOf(before), factsOf(after)
	keys := make([]fact, 0, len(x)+len(y))
	for k := range x {
		keys = append(keys, k)
	}
	for k := range y {
		if _, both := x[k]; !both {
			keys = append(keys, k)
		}
	}
	slices.SortFunc(keys, func(a, b fact) int {
		return strings.Compare(a.file+"\x00"+a.what, b.file+"\x00"+b.what)
	})
	for _, k := range keys {
		was, had := x[k]
		is, has := y[k]
		switch {
		case !has:
			ds = append(ds, Difference{k.file, k.what + " is gone"})
		case !had:
			ds = append(ds, Difference{k.file, k.what + " is new"})
		default:
			if change := changed(was, is); change != "" {
				ds = append(ds, Difference{k.file, k.what + ": " + change})
			}
		}
	}
	return ds
}
