package grade

import (
	"fmt"
	"math"
	"slices"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

// labelArgs say how cells become labels.
type labelArgs struct {
	// Labels is "" for labels as scikit-learn checks them (whole numbers against
	// whole numbers and booleans, text against text, none missing) or "text" for
	// cells turned to text after type inference, where a missing one is "nan".
	Labels string `yaml:"labels"`
	// Missing is "" for refused, "wrong" for a label that no answer has, or
	// "wrong_if_any" for the same unless every prediction is missing.
	Missing string `yaml:"missing"`
}

func makeAccuracy(call data.Call) (scorer, error) {
	var args labelArgs
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	if !slices.Contains([]string{"", "text"}, args.Labels) || !slices.Contains([]string{"", "wrong", "wrong_if_any"}, args.Missing) {
		return nil, fmt.Errorf("unknown argument in %+v", args)
	}
	return func(f *frame) (float64, error) {
		right, err := f.rightLabels(args)
		if err != nil {
			return 0, err
		}
		v, err := metric.Accuracy(slices.Repeat([]bool{true}, len(f.pairing.a)), right)
		return v, f.located(err)
	}, nil
}

// rightLabels tells for each row that is scored whether its label is the answer's.
func (f *frame) rightLabels(args labelArgs) ([]bool, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return nil, err
	}
	n, _ := s.MissingCount()
	if args.Labels != "text" {
		missingOK := args.Missing == "wrong" || args.Missing == "wrong_if_any" && n < s.Len()
		if err := f.discrete(s, a, missingOK && !f.isStrict()); err != nil {
			return nil, err
		}
	} else if n > 0 && f.isStrict() {
		if err := f.noMissing(s); err != nil {
			return nil, err
		}
	}
	right := make([]bool, len(f.pairing.s))
	if len(f.pairing.a) != len(right) {
		return right, nil // the metric refuses it
	}
	inParts(len(right), func(from, to int) {
		for i := from; i < to; i++ {
			right[i] = args.same(a.Cell(f.pairing.a[i]), s.Cell(f.pairing.s[i]))
		}
	})
	return right, nil
}

// targetColumns returns the first target in the submission and in the answers.
func (f *frame) targetColumns() (s, a *table.Column, err error) {
	if s, err = f.column(f.spec.Columns.Targets[0]); err != nil {
		return nil, nil, err
	}
	a, err = f.answer(f.spec.Truth(0))
	return s, a, err
}

// same tells whether two cells are the same label; a missing one is the same as
// another missing one.
func (args labelArgs) same(v, w table.Cell) bool {
	switch {
	case args.Labels == "text":
		return v.String() == w.String()
	case v.Kind == table.CellMissing || w.Kind == table.CellMissing:
		return v.Kind == w.Kind
	}
	return v.Equal(w)
}

// discrete refuses predictions that scikit-learn does not take for labels of the
// answers' type.
func (f *frame) discrete(s, a *table.Column, missingOK bool) error {
	text := a.Kind() == table.Text
	expected := "a label of the kind the sample submission has: a whole number or a boolean"
	if text {
		expected = "a label of the kind the sample submission has: text"
	}
	for i := range s.Len() {
		v := s.Cell(i)
		switch {
		case v.Kind == table.CellMissing:
			if !missingOK {
				return f.refuse(MissingValue, s, i, "is missing", expected)
			}
		case (v.Kind == table.CellText) != text:
			if k := s.FirstWord(true); !text && k >= 0 {
				i = k // the word that made a column of labels text
			}
			return f.refuse(WrongLabel, s, i, "is no label of the answers' type", expected)
		case v.Kind == table.CellFloat && (v.F != math.Trunc(v.F) || math.IsInf(v.F, 0)):
			return f.refuse(WrongLabel, s, i, "is not a whole number", expected)
		}
	}
	return nil
}

func (f *frame) noMissing(c *table.Column) error {
	if _, i := c.MissingCount(); i >= 0 {
		return f.refuse(MissingValue, c, i, "is missing", "a value in every row")
	}
	return nil
}

// wholeLabels returns answers and predictions as whole numbers, checked as labels.
func (f *frame) wholeLabels() (truth, pred []float64, err error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return nil, nil, err
	}
	if err := f.discrete(s, a, false); err != nil {
		return nil, nil, err
	}
	return f.pairedNumbers(0)
}

// quadraticKappa: under strict the weights are the labels' own distances, so that
// a label that nobody has does not move the others together.
func quadraticKappa(f *frame) (float64, error) {
	truth, pred, err := f.wholeLabels()
	if err != nil {
		return 0, err
	}
	v, err := metric.QuadraticKappa(truth, pred, f.isStrict())
	return v, f.located(err, f.spec.Columns.Targets[0])
}

func mcc(f *frame) (float64, error) {
	truth, pred, err := f.wholeLabels()
	if err != nil {
		return 0, err
	}
	v, err := metric.MCC(truth, pred)
	return v, f.located(err, f.spec.Columns.Targets[0])
}

// f1Macro: labels pass through Python's int(), which cuts fractions off; strict
// refuses fractions.
func f1Macro(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	if f.isStrict() {
		if err := f.discrete(s, a, false); err != nil {
			return 0, err
		}
	}
	pred, err := f.ints(s)
	if err != nil {
		return 0, err
	}
	truth, err := f.truths(0)
	if err != nil {
		return 0, err
	}
	v, err := metric.F1Macro(take(truth, f.pairing.a), take(pred, f.pairing.s))
	return v, f.located(err, s.Name)
}

// ints reads a column by Python's int().
func (f *frame) ints(c *table.Column) ([]float64, error) {
	v := make([]float64, c.Len())
	for i := range v {
		cell := c.Cell(i)
		n, ok := cell.Float()
		if !ok {
			var whole int64
			whole, ok = table.PythonInt(cell.S)
			n = float64(whole)
		}
		if !ok || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, f.refuse(WrongLabel, c, i, "is no whole number", "a whole number")
		}
		v[i] = math.Trunc(n)
	}
	return v, nil
}

// probabilisticF1: under paper a missing prediction makes the score 0.
func probabilisticF1(f *frame) (float64, error) {
	y, err := f.truths(0)
	if err != nil {
		return 0, err
	}
	pred, err := f.asRead(f.spec.Columns.Targets[0])
	if err != nil {
		return 0, err
	}
	if f.isStrict() {
		if err := f.noMissing(f.sub.Column(f.spec.Columns.Targets[0])); err != nil {
			return 0, err
		}
	}
	truth := make([]bool, len(f.pairing.a))
	for i, r := range f.pairing.a {
		truth[i] = y[r] != 0
	}
	return metric.ProbabilisticF1(truth, take(pred, f.pairing.s))
}
