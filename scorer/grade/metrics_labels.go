package grade

import (
	"fmt"
	"math"

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
	// Missing is "" for refused, or "wrong": a missing prediction is a label that
	// no answer has.
	Missing string `yaml:"missing"`
}

func makeAccuracy(call data.Call) (scorer, error) {
	var args labelArgs
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	if args.Labels != "" && args.Labels != "text" || args.Missing != "" && args.Missing != "wrong" {
		return nil, fmt.Errorf("accuracy: unknown argument in %+v", args)
	}
	return func(f *frame) (float64, error) {
		truth, pred, err := f.labels(f.spec.Columns.Targets[0], args)
		if err != nil {
			return 0, err
		}
		score, err := metric.Accuracy(truth, pred)
		return score, f.located(err, f.spec.Columns.Targets[0])
	}, nil
}

// labels returns answers and predictions of a target, rows in pairs, numbered so
// that equal labels have equal numbers.
func (f *frame) labels(target string, args labelArgs) (truth, pred []int, err error) {
	s, err := f.column(target)
	if err != nil {
		return nil, nil, err
	}
	a, err := f.answer(target)
	if err != nil {
		return nil, nil, err
	}
	if args.Labels != "text" {
		if err := f.discrete(s, a, args.Missing == "wrong"); err != nil {
			return nil, nil, err
		}
	}
	numbers := labelNumbers{args: args, texts: map[string]int{}, values: map[float64]int{}}
	truth, pred = make([]int, len(f.pairing.a)), make([]int, len(f.pairing.s))
	for i, r := range f.pairing.a {
		truth[i] = numbers.of(a.Cell(r))
	}
	for i, r := range f.pairing.s {
		pred[i] = numbers.of(s.Cell(r))
	}
	return truth, pred, nil
}

// labelNumbers numbers labels from 0; a missing one is -1.
type labelNumbers struct {
	args   labelArgs
	texts  map[string]int
	values map[float64]int
}

func (n *labelNumbers) of(v table.Cell) int {
	switch {
	case n.args.Labels == "text":
		return number(n.texts, v.String(), len(n.texts))
	case v.Kind == table.CellMissing:
		return -1
	case v.Kind == table.CellText:
		return number(n.texts, v.S, len(n.texts)+len(n.values))
	}
	x, _ := v.Float()
	return number(n.values, x, len(n.texts)+len(n.values))
}

func number[K comparable](m map[K]int, k K, next int) int {
	if i, ok := m[k]; ok {
		return i
	}
	m[k] = next
	return next
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
