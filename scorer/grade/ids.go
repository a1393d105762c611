package grade

import (
	"errors"
	"fmt"

	"podium/scorer/table"
)

// idColumns returns the id columns of both files and their rows in id order.
func (f *frame) idColumns() (s, a *table.Column, so, ao []int, err error) {
	name := f.spec.Columns.ID
	if s, err = f.column(name); err != nil {
		return
	}
	if a, err = f.answer(name); err != nil {
		return
	}
	if so, err = table.Order(s); err != nil {
		var m *table.MixedTypesError
		if errors.As(err, &m) {
			err = &Refusal{Code: UnsortableIDs, Column: name, Problem: "holds text and numbers", Expected: "ids of one type"}
		}
		return
	}
	if ao, err = table.Order(a); err != nil {
		err = &AnswersError{Problem: err.Error()}
	}
	return
}

// idDifference is how the submission's ids differ from the answers'.
type idDifference struct {
	unknown  []int // rows of the submission whose id the answers do not have, first of each id
	repeated []int // rows of the submission whose id occurred more often than in the answers
	absent   int   // ids of the answers that the submission lacks
}

// compareIDs walks both files in id order. With counts, an id that occurs more
// often than in the answers is repeated, and one that occurs less often absent.
func compareIDs(s, a *table.Column, so, ao []int, counts bool) idDifference {
	var d idDifference
	i, j := 0, 0
	for i < len(so) || j < len(ao) {
		order := 0
		switch {
		case i == len(so):
			order = 1
		case j == len(ao):
			order = -1
		default:
			order = table.Compare(s.Cell(so[i]), a.Cell(ao[j]))
		}
		switch {
		case order < 0:
			d.unknown = append(d.unknown, so[i])
			i = nextID(s, so, i)
		case order > 0:
			d.absent++
			j = nextID(a, ao, j)
		case s.Missing(so[i]): // a missing id equals nothing
			d.unknown = append(d.unknown, so[i])
			i, j = len(so), len(ao)
		default:
			ni, nj := nextID(s, so, i), nextID(a, ao, j)
			if counts {
				for k := i + nj - j; k < ni; k++ {
					d.repeated = append(d.repeated, so[k])
				}
				d.absent += max(0, (nj-j)-(ni-i))
			}
			i, j = ni, nj
		}
	}
	return d
}

// nextID is the position after the ids equal to the one at i.
func nextID(c *table.Column, order []int, i int) int {
	v := c.Cell(order[i])
	for i++; i < len(order) && c.Cell(order[i]).Equal(v); i++ {
	}
	return i
}

// refusal tells the first kind of difference, nil for none. Examples are the
// submission's own ids; ids of the answers are only counted.
func (d idDifference) refusal(s *table.Column, unknownOK, absentOK bool) error {
	r := &Refusal{Column: s.Name}
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
		r.Examples = append(r.Examples, short(s.Raw(i)))
	}
	if len(rows) > 0 {
		r.Row = rows[0] + 1
	}
	return r
}
