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
	// places are whom it concerns, before and after; none: whoever uses the file.
	places []place
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
		ds = append(ds, Difference{What: fmt.Sprintf("the pin went from %s to %s", before.Commit, after.Commit)})
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
		d := Difference{File: k.file, places: []place{was.place, is.place}}
		switch {
		case !has:
			d.What, d.places = k.what+" is gone", d.places[:1]
		case !had:
			d.What, d.places = k.what+" is new", d.places[1:]
		default:
			change := changed(was.fields, is.fields)
			if change == "" {
				continue
			}
			d.What = k.what + ": " + change
		}
		ds = append(ds, d)
	}
	return ds
}
