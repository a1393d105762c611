package metric

import (
	"errors"
	"fmt"
	"math"
)

// ErrLength is returned when truth and prediction are not equally long.
var ErrLength = errors.New("truth and prediction differ in length")

// ErrEmpty is returned where a score over no rows is refused.
var ErrEmpty = errors.New("there is nothing to score")

// ValueError is a prediction that the metric cannot take.
type ValueError struct {
	Column  int // of the columns given, 0 where there is one
	Row     int // of the pairs given
	Value   float64
	Problem string // "is not finite"
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("value %v in row %d %s", e.Value, e.Row, e.Problem)
}

// checkPair checks two columns' lengths and that both are finite and not empty.
func checkPair(truth, pred []float64) error {
	if len(truth) != len(pred) {
		return ErrLength
	}
	if len(truth) == 0 {
		return ErrEmpty
	}
	for _, column := range [][]float64{pred, truth} {
		for i, v := range column {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &ValueError{Row: i, Value: v, Problem: "is not finite"}
			}
		}
	}
	return nil
}

// inColumn says in err which column it is about.
func inColumn(k int, err error) error {
	var v *ValueError
	if errors.As(err, &v) {
		v.Column = k
	}
	return err
}
