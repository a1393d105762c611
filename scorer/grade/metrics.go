package grade

import (
	"fmt"

	"podium/data"
)

// scorer takes a metric's input out of a frame whose rows are in pairs.
type scorer func(f *frame) (float64, error)

// scorerMakers is the vocabulary of Competition.Metric.
var scorerMakers = map[string]func(data.Call) (scorer, error){
	"accuracy":            makeAccuracy,
	"multiclass_log_loss": plainScorer(multiclassLogLoss),
	"rmse":                plainScorer(rmse),
}

func plainScorer(s scorer) func(data.Call) (scorer, error) {
	return func(call data.Call) (scorer, error) { return s, call.Args(new(struct{})) }
}

func makeScorer(call data.Call) (scorer, error) {
	maker := scorerMakers[call.Name]
	if maker == nil {
		return nil, fmt.Errorf("metric %q is not in the vocabulary", call.Name)
	}
	return maker(call)
}
