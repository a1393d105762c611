package grade

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

// frame is one submission beside the answers, under one rule.
type frame struct {
	spec    *data.Competition
	strict  bool // asked for by isStrict
	asked   bool // whether anything depended on the rule
	blind   bool // no refusal may depend on what the answers hold
	sub     *table.Table
	ans     *table.Table
	pairing pairing
	sorted  *ids // once asked for
	shared  *common
}

// common is what the frames of both rules share.
type common struct {
	ids *ids
	// measured is what paper's metric gave, where it never asked for the rule: it
	// gives strict the same for the same pairs.
	measured *measured
}

type measured struct {
	pairing pairing
	raw     float64
	err     error
}

// isStrict tells which rule the frame is under, and remembers that it was asked.
func (f *frame) isStrict() bool {
	f.asked = true
	return f.strict
}

// pairing is which rows belong together: row s[i] of the submission to row a[i]
// of the answers. The lengths differ where upstream does not look.
type pairing struct{ a, s []int }

// column returns the submission's column, or a Refusal.
func (f *frame) column(name string) (*table.Column, error) {
	if c := f.sub.Column(name); c != nil {
		return c, nil
	}
	return nil, &Refusal{
		Code: MissingColumn, Column: name, Problem: "is not in the submission",
		Expected: "a column of that name beside " + found(f.sub),
	}
}

// found names the columns of a table for a message.
func found(t *table.Table) string {
	if len(t.Columns) == 0 {
		return "none"
	}
	return table.Describe(t.Names())
}

// answer returns the answers' column; without it the answers are not this
// competition's.
func (f *frame) answer(name string) (*table.Column, error) {
	if c := f.ans.Column(name); c != nil && c.Kept() {
		return c, nil
	}
	return nil, &AnswersError{Problem: fmt.Sprintf("they have no column %q", name)}
}

// AnswersError says that the answers are not those of the competition. It is our
// failure or the caller's, never the submission's.
type AnswersError struct{ Problem string }

func (e *AnswersError) Error() string { return "answers: " + e.Problem }

// refuse makes a Refusal about row i of column c.
func (f *frame) refuse(code string, c *table.Column, i int, problem, expected string) *Refusal {
	r := &Refusal{Code: code, Column: c.Name, Row: i + 1, Value: short(c.Raw(i)), Problem: problem, Expected: expected}
	if id := f.sub.Column(f.spec.Columns.ID); id != nil && id != c && i < id.Len() {
		r.ID = short(id.Raw(i))
	}
	return r
}

// numbers returns cells of the submission's column as scikit-learn converts them:
// a text cell by Python's float(), a missing one as NaN. Strict takes only what is
// a number as written. Other rows than those are not looked at.
func (f *frame) numbers(c *table.Column, rows []int) ([]float64, error) {
	if v, ok := c.Floats(); ok {
		return take(v, rows), nil
	}
	v := make([]float64, len(rows))
	for i, r := range rows {
		cell := c.Cell(r)
		n, ok := cell.Float()
		if !ok && !f.isStrict() {
			n, ok = table.PythonFloat(cell.S)
		}
		if !ok {
			return nil, f.notANumber(c, r)
		}
		v[i] = n
	}
	return v, nil
}

// notANumber refuses column c for cell i, or for the cell that made i text.
func (f *frame) notANumber(c *table.Column, i int) *Refusal {
	if _, ok := table.PythonFloat(c.Raw(i)); ok {
		i = max(0, c.FirstWord(false))
	}
	return f.refuse(NotANumber, c, i, "is not a number", "a number")
}

// truths returns the answers' column of target i as numbers.
func (f *frame) truths(i int) ([]float64, error) { return f.answerNumbers(f.spec.Truth(i)) }

func (f *frame) answerNumbers(name string) ([]float64, error) {
	c, err := f.answer(name)
	if err != nil {
		return nil, err
	}
	v, ok := c.Floats()
	if !ok {
		return nil, &AnswersError{Problem: fmt.Sprintf("column %q is not numeric", name)}
	}
	return v, nil
}

// numbersAt returns the numbers of the answers' column c at rows.
func numbersAt(c *table.Column, rows []int) ([]float64, error) {
	if c.Kind() == table.Float {
		v, _ := c.Floats()
		return take(v, rows), nil
	}
	v := make([]float64, len(rows))
	for i, r := range rows {
		n, ok := c.Cell(r).Float()
		if !ok {
			return nil, &AnswersError{Problem: fmt.Sprintf("column %q is not numeric", c.Name)}
		}
		v[i] = n
	}
	return v, nil
}

// pairedNumbers returns answers and predictions of target i, rows in pairs.
func (f *frame) pairedNumbers(i int) (truth, pred []float64, err error) {
	t, err := f.answer(f.spec.Truth(i))
	if err != nil {
		return nil, nil, err
	}
	if truth, err = numbersAt(t, f.pairing.a); err != nil {
		return nil, nil, err
	}
	c, err := f.column(f.spec.Columns.Targets[i])
	if err != nil {
		return nil, nil, err
	}
	pred, err = f.numbers(c, f.pairing.s)
	return truth, pred, err
}

// pairedClasses is pairedNumbers for answers of two classes; true is the greater
// one.
func (f *frame) pairedClasses(i int) (truth []bool, pred []float64, err error) {
	y, pred, err := f.pairedNumbers(i)
	if err != nil {
		return nil, nil, err
	}
	truth, err = twoClasses(y)
	return truth, pred, err
}

// twoClasses reads answers of two classes, 0 and 1 as a rule.
func twoClasses(y []float64) ([]bool, error) {
	truth := make([]bool, len(y))
	if len(y) == 0 {
		return truth, nil
	}
	low, high := slices.Min(y), slices.Max(y)
	for i, v := range y {
		if v != low && v != high {
			return nil, &AnswersError{Problem: "they have more than two classes"}
		}
		truth[i] = v == high && (high != low || v > 0)
	}
	return truth, nil
}

// take returns v's values at rows.
func take[T any](v []T, rows []int) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = v[r]
	}
	return out
}

// located turns what a metric says of a value into what to mend in the file.
func (f *frame) located(err error, targets ...string) error {
	var v *metric.ValueError
	switch {
	case errors.As(err, &v) && v.Column < len(targets):
		c := f.sub.Column(targets[v.Column])
		if v.Row >= len(f.pairing.s) {
			return err
		}
		i := f.pairing.s[v.Row]
		switch {
		case c.Missing(i):
			return f.refuse(MissingValue, c, i, "is missing", "a number in every row")
		case math.IsInf(v.Value, 0) || math.IsNaN(v.Value):
			return f.refuse(NotFinite, c, i, v.Problem, "a finite number")
		}
		return f.refuse(OutOfRange, c, i, v.Problem, "a value the metric is defined for")
	case errors.Is(err, metric.ErrLength):
		return &Refusal{
			Code:    RowCount,
			Problem: fmt.Sprintf("the submission has %d rows to score", len(f.pairing.s)), Expected: fmt.Sprint(len(f.pairing.a)),
		}
	}
	return err
}
