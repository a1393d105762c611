package metric

import (
	"errors"
	"math"
)

// epsilon is the float64 machine epsilon, 2⁻⁵²: the distance scikit-learn's log
// loss keeps from 0 and 1.
const epsilon = 0x1p-52

// ErrOneClass is returned where the answers must have two classes and have one.
var ErrOneClass = errors.New("the answers have one class only")

// MulticlassLogLoss is the mean over rows of −Σₖ yᵢₖ ln p̂ᵢₖ with natural logarithm
// and p̂ = min(max(p, ε), 1−ε), ε = 2⁻⁵². truth and pred are given by class: one
// column of n rows each. Rows are not normalised; the caller checks their sums.
// A certain miss costs 36.0436533891.
//
// Source: scikit-learn log_loss since 1.5 (older versions divide each row by its
// sum after clipping). NaN and infinite predictions are refused with a *ValueError.
func MulticlassLogLoss(truth, pred [][]float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) == 0 {
		return 0, ErrEmpty
	}
	loss := make([]float64, len(truth[0]))
	for k := range truth {
		if len(truth[k]) != len(loss) {
			return 0, ErrLength
		}
		if err := checkPair(truth[k], pred[k]); err != nil {
			return 0, inColumn(k, err)
		}
		for i, y := range truth[k] {
			if y != 0 {
				loss[i] += y * math.Log(clip(pred[k][i], epsilon, 1-epsilon))
			}
		}
	}
	return -Mean(loss), nil
}

// BinaryLogLoss is the mean of −ln of the probability given to what is true, p or
// 1−p, kept ε = 2⁻⁵² away from 0 and 1. ErrOneClass when truth has one class.
//
// Source: scikit-learn log_loss since 1.5.
func BinaryLogLoss(truth []bool, pred []float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) == 0 {
		return 0, ErrEmpty
	}
	loss := make([]float64, len(truth))
	ones := 0
	for i, p := range pred {
		if math.IsNaN(p) || math.IsInf(p, 0) {
			return 0, &ValueError{Row: i, Value: p, Problem: "is not finite"}
		}
		if truth[i] {
			ones++
		} else {
			p = 1 - p
		}
		loss[i] = math.Log(clip(p, epsilon, 1-epsilon))
	}
	if ones == 0 || ones == len(truth) {
		return 0, ErrOneClass
	}
	return -Mean(loss), nil
}

// weightedEpsilon is what WeightedLogLoss and KLDivergence keep from 0 and 1.
const weightedEpsilon = 1e-15

// WeightedLogLoss is the mean over studies of Σ wₖ·lossₖ / Σ wₖ, where lossₖ is the
// binary log loss of the study's label k with p kept 1e-15 away from 0 and 1, and
// wₖ is negative[k] or positive[k] by the label's truth. truth and pred hold one
// row a study.
//
// Source: Kaggle, RSNA 2022 Cervical Spine Fracture Detection, Evaluation.
func WeightedLogLoss(truth [][]bool, pred [][]float64, negative, positive []float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) == 0 {
		return 0, ErrEmpty
	}
	loss := make([]float64, len(truth))
	for i := range truth {
		if len(truth[i]) != len(negative) || len(pred[i]) != len(negative) {
			return 0, ErrLength
		}
		weighted, weights := make([]float64, len(negative)), make([]float64, len(negative))
		for k, y := range truth[i] {
			p := clip(pred[i][k], weightedEpsilon, 1-weightedEpsilon)
			weights[k] = negative[k]
			if y {
				weights[k] = positive[k]
			} else {
				p = 1 - p
			}
			weighted[k] = -math.Log(p) * weights[k]
		}
		loss[i] = Sum(weighted) / Sum(weights)
	}
	return Mean(loss), nil
}

// KLDivergence is the mean over rows of Σₖ qₖ ln(qₖ/pₖ) over the classes with
// qₖ > 0. truth and pred are given by class; truth holds shares that add up to 1.
// p is kept 1e-15 away from 0 and 1 unless the column is named in exact, where it
// is taken as it is and the score may be infinite.
//
// Source: Kaggle, HMS Harmful Brain Activity Classification, Evaluation.
func KLDivergence(truth, pred [][]float64, exact []bool) (float64, error) {
	if len(truth) != len(pred) || len(truth) != len(exact) {
		return 0, ErrLength
	}
	if len(truth) == 0 || len(truth[0]) == 0 {
		return 0, ErrEmpty
	}
	loss := make([]float64, len(truth[0]))
	for k := range truth {
		if len(truth[k]) != len(loss) || len(pred[k]) != len(loss) {
			return 0, ErrLength
		}
		for i, q := range truth[k] {
			p := pred[k][i]
			if !exact[k] {
				p = clip(p, weightedEpsilon, 1-weightedEpsilon)
			}
			if q > 0 {
				loss[i] += q * math.Log(q/p)
			}
		}
	}
	return Mean(loss), nil
}

// clip keeps v within low and high; NaN stays.
func clip(v, low, high float64) float64 {
	if v < low {
		return low
	}
	if v > high {
		return high
	}
	return v
}
