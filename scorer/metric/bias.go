package metric

import (
	"errors"
	"math"
)

// ErrZeroAUC is returned by BiasAUC when a power mean meets an AUC of zero, for
// which a negative power has no value.
var ErrZeroAUC = errors.New("the AUC of a subgroup is zero")

// BiasAUC joins an overall AUC with AUCs that show unintended bias. For each
// subgroup g: the AUC inside g; that of the positives outside g and the negatives
// inside; that of the negatives outside and the positives inside. Each of the
// three kinds is averaged over the subgroups by the power mean
// (1/G · Σ AUCᵖ)^(1/p); the score is weight · (overall + the three means).
//
// With zero set, a power mean with an AUC of zero is its limit 0; otherwise
// ErrZeroAUC. NaN when a needed class is missing.
//
// Source: Kaggle, Jigsaw Unintended Bias in Toxicity Classification, Evaluation.
func BiasAUC(truth []bool, score []float64, groups [][]bool, power, weight float64, zero bool) (float64, error) {
	overall, err := ROCAUC(truth, score)
	if err != nil {
		return 0, err
	}
	kinds := []func(y, in bool) bool{
		func(_, in bool) bool { return in },
		func(y, in bool) bool { return y != in },
		func(y, in bool) bool { return y == in },
	}
	sum := 0.0
	for _, use := range kinds {
		aucs := make([]float64, len(groups))
		for g, in := range groups {
			if aucs[g], err = aucOf(truth, score, in, use); err != nil {
				return 0, err
			}
		}
		mean, err := powerMean(aucs, power, zero)
		if err != nil {
			return 0, err
		}
		sum += weight * mean
	}
	return weight*overall + sum, nil
}

// aucOf is the AUC over the rows that use picks; NaN when there are none of a class.
func aucOf(truth []bool, score []float64, in []bool, use func(y, in bool) bool) (float64, error) {
	var y []bool
	var p []float64
	for i := range truth {
		if use(truth[i], in[i]) {
			y, p = append(y, truth[i]), append(p, score[i])
		}
	}
	return ROCAUC(y, p)
}

func powerMean(v []float64, p float64, zero bool) (float64, error) {
	sum := 0.0
	for _, x := range v {
		if x == 0 && p < 0 {
			if zero {
				return 0, nil
			}
			return 0, ErrZeroAUC
		}
		sum += math.Pow(x, p)
	}
	return math.Pow(sum/float64(len(v)), 1/p), nil
}
