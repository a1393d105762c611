package grade

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"podium/scorer/table"
)

// keys are the columns that name a row: the id, and under strict what else the
// competition says makes it unique.
type keys []*table.Column

func (k keys) compare(i int, o keys, j int) int {
	for c := range k {
		if n := table.Compare(k[c].Cell(i), o[c].Cell(j)); n != 0 {
			return n
		}
	}
	return 0
}

func (k keys) equal(i int, o keys, j int) bool {
	for c := range k {
		if !k[c].EqualRows(i, o[c], j) {
			return false
		}
	}
	return true
}

func (k keys) missing(i int) bool {
	return slices.ContainsFunc(k, func(c *table.Column) bool { return c.Missing(i) })
}

// order returns the rows by rising key, equal keys in file order.
func (k keys) order() ([]int, error) {
	rows, err := table.Order(k[0])
	if err != nil || len(k) == 1 {
		return rows, err
	}
	for _, c := range k[1:] {
		if _, err := table.Order(c); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(rows, func(i, j int) int { return k.compare(i, k, j) })
	return rows, nil
}

// ids are both files' keys and their rows in key order.
type ids struct {
	s, a           keys
	sOrder, aOrder []int

	compared bool // whether they are equal pair by pair is known:
	differAt int  // the first pair that differs, -1 for another number
	equal    bool
}

// ids returns the ids of both files.
func (f *frame) ids() (*ids, error) {
	if f.sorted != nil {
		return f.sorted, nil
	}
	names := []string{f.spec.Columns.ID}
	if len(f.spec.Columns.Also) > 0 && f.isStrict() {
		names = append(names, f.spec.Columns.Also...)
	} else if f.shared.ids != nil {
		return f.shared.ids, nil
	}
	x := &ids{}
	for _, name := range names {
		s, err := f.column(name)
		if err != nil {
			return nil, err
		}
		a, err := f.answer(name)
		if err != nil {
			return nil, err
		}
		x.s, x.a = append(x.s, s), append(x.a, a)
	}
	var err error
	if x.sOrder, err = x.s.order(); err != nil {
		var m *table.MixedTypesError
		if errors.As(err, &m) {
			err = &Refusal{Code: UnsortableIDs, Column: m.Column, Problem: "holds text and numbers", Expected: "ids of one type"}
		}
		return nil, err
	}
	if x.alike() {
		x.aOrder, x.compared, x.differAt, x.equal = x.sOrder, true, -1, true
	} else if x.aOrder, err = x.a.order(); err != nil {
		return nil, &AnswersError{Problem: err.Error()}
	}
	f.sorted = x
	if len(names) == 1 {
		f.shared.ids = x
	}
	return x, nil
}

// alike tells whether both files have equal ids row by row, as they stand.
func (x *ids) alike() bool {
	if x.s[0].Len() != x.a[0].Len() {
		return false
	}
	return firstOf(x.s[0].Len(), func(i int) bool { return !x.s.equal(i, x.a, i) }) < 0
}

// same tells whether the ids are equal pair by pair and returns the first pair
// where they are not, or -1.
func (x *ids) same() (at int, same bool) {
	if !x.compared {
		x.compared = true
		x.differAt, x.equal = x.comparePairs()
	}
	return x.differAt, x.equal
}

func (x *ids) comparePairs() (at int, same bool) {
	if len(x.sOrder) != len(x.aOrder) {
		return -1, false
	}
	at = firstOf(len(x.sOrder), func(i int) bool { return !x.s.equal(x.sOrder[i], x.a, x.aOrder[i]) })
	return at, at < 0
}

// firstOf returns the first i below n that is so, -1 when none is.
func firstOf(n int, so func(i int) bool) int {
	var mu sync.Mutex
	first := -1
	inParts(n, func(from, to int) {
		for i := from; i < to; i++ {
			if so(i) {
				mu.Lock()
				defer mu.Unlock()
				if first < 0 || i < first {
					first = i
				}
				return
			}
		}
	})
	return first
}

// inParts does what is to be done for 0 to n-1 with every processor: rows in key
// order lie anywhere in memory, and that is what takes the time.
func inParts(n int, do func(from, to int)) {
	parts := runtime.GOMAXPROCS(0)
	var group sync.WaitGroup
	for p := range parts {
		group.Go(func() { do(n*p/parts, n*(p+1)/parts) })
	}
	group.Wait()
}

// idDifference is how the submission's ids differ from the answers'.
type idDifference struct {
	unknown  []int // rows of the submission whose id the answers do not have, first of each id
	repeated []int // rows of the submission whose id occurred more often than in the answers
	absent   int   // ids of the answers that the submission lacks
}

// difference walks both files in id order. With counts, an id that occurs more
// often than in the answers is repeated, and one that occurs less often absent.
func (x *ids) difference(counts bool) idDifference {
	var d idDifference
	if _, same := x.same(); same {
		return d
	}
	x.walk(func(s, a []int) {
		switch {
		case len(a) == 0:
			d.unknown = append(d.unknown, s[0])
		case len(s) == 0:
			d.absent++
		case counts:
			if len(s) > len(a) {
				d.repeated = append(d.repeated, s[len(a):]...)
			}
			d.absent += max(0, len(a)-len(s))
		}
	})
	return d
}

// walk visits every id of either file in rising order with its rows in both. A
// missing id is no id of the other file.
func (x *ids) walk(visit func(s, a []int)) {
	i, j := 0, 0
	for i < len(x.sOrder) || j < len(x.aOrder) {
		order := 0
		switch {
		case i == len(x.sOrder):
			order = 1
		case j == len(x.aOrder):
			order = -1
		default:
			order = x.s.compare(x.sOrder[i], x.a, x.aOrder[j])
			if order == 0 && x.s.missing(x.sOrder[i]) {
				order = -1
			}
		}
		ni, nj := i, j
		if order <= 0 {
			ni = nextID(x.s, x.sOrder, i)
		}
		if order >= 0 {
			nj = nextID(x.a, x.aOrder, j)
		}
		visit(x.sOrder[i:ni], x.aOrder[j:nj])
		i, j = ni, nj
	}
}

// nextID is the position after the ids equal to the one at i.
func nextID(k keys, order []int, i int) int {
	first := order[i]
	for i++; i < len(order) && k.equal(first, k, order[i]); i++ {
	}
	return i
}

// refusal tells the first kind of difference, nil for none. Examples are the
// submission's own ids; ids of the answers are only counted.
func (d idDifference) refusal(k keys, unknownOK, absentOK bool) error {
	r := &Refusal{Column: k[0].Name}
	var rows []int
	switch {
	case len(d.unknown) > 0 && !unknownOK:
		rows = d.unknown
		r.Code, r.Problem = UnknownIDs, fmt.Sprintf("%d id(s) are not among the answers", len(rows))
	case len(d.repeated) > 0:
		rows = d.repeated
		r.Code, r.Problem = RepeatedIDs, fmt.Sprintf("%d row(s) repeat an id", len(rows))
	case d.absent > 0 && !absentOK:
		r.Code, r.Problem = MissingIDs, fmt.Sprintf("%d id(s) of the answers are missing", d.absent)
	default:
		return nil
	}
	r.Expected = "every id of the sample submission once"
	for _, i := range rows[:min(len(rows), 3)] {
		r.Examples = append(r.Examples, short(k[0].Raw(i)))
	}
	if len(rows) > 0 {
		r.Row = rows[0] + 1
	}
	return r
}
