package grade

import (
	"fmt"
	"slices"

	"podium/data"
)

// pairer puts rows in pairs.
type pairer func(f *frame) (pairing, error)

// pairerMakers is the vocabulary of Rules.Pair.
var pairerMakers = map[string]func(data.Call) (pairer, error){
	"sorted":       plainPairer(pairSorted),
	"position":     plainPairer(pairPosition),
	"merge":        plainPairer(pairMerge),
	"sorted_known": plainPairer(pairSortedKnown),
	"by_id":        makePairByID,
	"none":         plainPairer(func(*frame) (pairing, error) { return pairing{}, nil }), // the metric pairs by itself
}

func plainPairer(p pairer) func(data.Call) (pairer, error) {
	return func(call data.Call) (pairer, error) { return p, call.Args(new(struct{})) }
}

func makePairer(call data.Call) (pairer, error) {
	maker := pairerMakers[call.Name]
	if maker == nil {
		return nil, fmt.Errorf("pair %q is not in the vocabulary", call.Name)
	}
	return maker(call)
}

// sorted: each file sorted by its own ids; nothing is compared.
func pairSorted(f *frame) (pairing, error) {
	x, err := f.ids()
	if err != nil {
		return pairing{}, err
	}
	return pairing{a: x.aOrder, s: x.sOrder}, nil
}

// position: row by row as the files have them.
func pairPosition(f *frame) (pairing, error) {
	return pairing{a: upTo(f.ans.Rows), s: upTo(f.sub.Rows)}, nil
}

// merge: each row of the answers, in file order, with every row of the submission
// that has its id.
func pairMerge(f *frame) (pairing, error) {
	x, err := f.ids()
	if err != nil {
		return pairing{}, err
	}
	matches := make([][]int, f.ans.Rows)
	x.walk(func(s, a []int) {
		for _, i := range a {
			matches[i] = s
		}
	})
	var p pairing
	for i, rows := range matches {
		for _, r := range rows {
			p.a, p.s = append(p.a, i), append(p.s, r)
		}
	}
	return p, nil
}

// sorted_known: rows of the submission whose id the answers have, sorted, beside
// the sorted answers; what is left over at the end is left out.
func pairSortedKnown(f *frame) (pairing, error) {
	x, err := f.ids()
	if err != nil {
		return pairing{}, err
	}
	if _, same := x.same(); same {
		return pairing{a: x.aOrder, s: x.sOrder}, nil
	}
	p := pairing{a: x.aOrder}
	x.walk(func(s, a []int) {
		if len(a) > 0 {
			p.s = append(p.s, s...)
		}
	})
	n := min(len(p.a), len(p.s))
	return pairing{a: p.a[:n], s: p.s[:n]}, nil
}

// by_id: in the order of the ids; every id must occur as often as in the answers,
// equal ids pair in file order. With extra "pass" unknown ids are left out.
func makePairByID(call data.Call) (pairer, error) {
	var args struct {
		Extra string `yaml:"extra"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (pairing, error) {
		x, err := f.ids()
		if err != nil {
			return pairing{}, err
		}
		if err := x.difference(true).refusal(x.s, args.Extra == "pass", false); err != nil {
			return pairing{}, err
		}
		return pairSortedKnown(f)
	}, nil
}

func upTo(n int) []int {
	v := make([]int, n)
	for i := range v {
		v[i] = i
	}
	return v
}

// keepScored leaves the pairs that count.
func (f *frame) keepScored() error {
	s := f.spec.Scored
	if s == nil {
		return nil
	}
	keep, err := f.scoredRows(s)
	if err != nil {
		return err
	}
	p := f.pairing
	switch {
	case s.Align == "" || f.strict:
		var q pairing
		for i, r := range p.a {
			if keep[r] {
				q.a, q.s = append(q.a, r), append(q.s, p.s[i])
			}
		}
		f.pairing = q
	case s.Align == "position":
		f.pairing.a = slices.DeleteFunc(slices.Clone(p.a), func(r int) bool { return !keep[r] })
		f.pairing.s = slices.DeleteFunc(slices.Clone(p.s), func(r int) bool { return !keep[r] })
	default:
		f.pairing.a = slices.DeleteFunc(slices.Clone(p.a), func(r int) bool { return !keep[r] })
		f.pairing.s, err = f.keepByID(keep)
	}
	return err
}

// keepByID returns the submission's rows, sorted, whose id is that of an answer
// that counts. An unknown id is refused.
func (f *frame) keepByID(keep []bool) ([]int, error) {
	x, err := f.ids()
	if err != nil {
		return nil, err
	}
	if err := x.difference(false).refusal(x.s, false, true); err != nil {
		return nil, err
	}
	var rows []int
	x.walk(func(s, a []int) {
		if len(a) > 0 && keep[a[0]] {
			rows = append(rows, s...)
		}
	})
	return rows, nil
}

// scoredRows tells for each row of the answers whether it counts.
func (f *frame) scoredRows(s *data.Scored) ([]bool, error) {
	keep := make([]bool, f.ans.Rows)
	if s.NotNegative {
		sums := make([]float64, f.ans.Rows)
		for i := range f.spec.Columns.Targets {
			v, err := f.truths(i)
			if err != nil {
				return nil, err
			}
			for r := range v {
				sums[r] += v[r]
			}
		}
		for r := range keep {
			keep[r] = sums[r] >= 0
		}
		return keep, nil
	}
	c, err := f.answer(s.Column)
	if err != nil {
		return nil, err
	}
	for r := range keep {
		keep[r] = c.Cell(r).String() == s.Is
	}
	return keep, nil
}
