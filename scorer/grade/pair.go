package grade

import (
	"fmt"

	"podium/scorer/table"
)

// pairer puts rows in pairs.
type pairer func(f *frame) (pairing, error)

// pairers is the vocabulary of Rules.Pair.
var pairers = map[string]pairer{
	// Each file sorted by its own ids; nothing is compared.
	"sorted": func(f *frame) (pairing, error) {
		_, _, so, ao, err := f.idColumns()
		return pairing{a: ao, s: so}, err
	},
	// Row by row as the files have them.
	"position": func(f *frame) (pairing, error) {
		return pairing{a: upTo(f.ans.Rows), s: upTo(f.sub.Rows)}, nil
	},
	// By id, in the order of the answers' ids; every id must occur as often as
	// there. Equal ids pair in file order.
	"by_id": func(f *frame) (pairing, error) {
		s, a, so, ao, err := f.idColumns()
		if err != nil {
			return pairing{}, err
		}
		if err := compareIDs(s, a, so, ao, true).refusal(s, false, false); err != nil {
			return pairing{}, err
		}
		return pairing{a: ao, s: so}, nil
	},
}

func pairerOf(name string) (pairer, error) {
	if p := pairers[name]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("pair %q is not in the vocabulary", name)
}

func upTo(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

// sameIDs tells whether the ids are equal pair by pair and returns the first
// pair where they are not, or -1.
func sameIDs(s, a *table.Column, so, ao []int) (at int, same bool) {
	if len(so) != len(ao) {
		return -1, false
	}
	for i := range so {
		if !s.Cell(so[i]).Equal(a.Cell(ao[i])) {
			return i, false
		}
	}
	return -1, true
}
