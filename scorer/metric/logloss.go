package metric

import "math"

// epsilon is the float64 machine epsilon, 2⁻⁵²: the distance log losses keep from 0 and 1.
const epsilon = 0x1p-52

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

func clip(v, low, high float64) float64 { return min(max(v, low), high) }
