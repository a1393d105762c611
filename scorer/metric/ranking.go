package metric

import "errors"

// LWLRAP is the label-weighted label-ranking average precision. For a row with
// positives it is the mean over them of L/R, where R counts the classes and L the
// positive ones that score at least as high (ties in full); 1 when every class is
// positive. The score is the mean over rows weighted by their numbers of
// positives; rows without any are left out. truth and score hold one row each.
//
// Source: scikit-learn label_ranking_average_precision_score with those weights;
// Kaggle, Freesound Audio Tagging 2019, Evaluation.
func LWLRAP(truth [][]bool, score [][]float64) (float64, error) {
	if len(truth) != len(score) {
		return 0, ErrLength
	}
	sum, weights := 0.0, 0.0
	for i, labels := range truth {
		if len(labels) != len(score[i]) {
			return 0, ErrLength
		}
		n := 0
		var rows []float64
		for k, positive := range labels {
			if !positive {
				continue
			}
			n++
			all, right := 0.0, 0.0
			for j, s := range score[i] {
				if s >= score[i][k] {
					all++
					if labels[j] {
						right++
					}
				}
			}
			rows = append(rows, right/all)
		}
		switch n {
		case 0:
			continue
		case len(labels):
			sum += float64(n)
		default:
			sum += float64(n) * Mean(rows)
		}
		weights += float64(n)
	}
	if weights == 0 {
		return 0, ErrEmpty
	}
	return sum / weights, nil
}

// AveragePrecisionAtK is that of one row: of the first k predictions each that is
// in truth and did not occur before adds hits/position; the sum is divided by
// min(|truth|, k), truth being a set. A row without truth is 0. MAP@k is the mean
// over rows.
//
// Source: ml_metrics apk, mapk.
func AveragePrecisionAtK[L comparable](truth, pred []L, k int) float64 {
	right := func(label L) bool { return contains(truth, label) }
	distinct := 0
	if len(truth) <= 64 {
		for i, label := range truth {
			if !contains(truth[:i], label) {
				distinct++
			}
		}
	} else {
		set := make(map[L]bool, len(truth))
		for _, label := range truth {
			set[label] = true
		}
		right, distinct = func(label L) bool { return set[label] }, len(set)
	}
	if distinct == 0 {
		return 0
	}
	pred = pred[:min(len(pred), k)]
	hits, score := 0.0, 0.0
	for pos, label := range pred {
		if right(label) && !contains(pred[:pos], label) {
			hits++
			score += hits / float64(pos+1)
		}
	}
	return score / float64(min(distinct, k))
}

func contains[L comparable](list []L, v L) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// ErrOrder is returned when a predicted order is not one of the true items.
var ErrOrder = errors.New("the predicted order is not one of the row's items")

// KendallTau is 1 − 4·Σ inversions / Σ n(n−1) over all rows together, where the
// inversions of a row are the pairs that pred orders otherwise than truth. Each
// row of positions holds, for the items in true order, their place in the
// predicted order. ErrEmpty when no row has two items.
//
// Source: Kaggle, Google AI4Code, Evaluation.
func KendallTau(positions [][]int) (float64, error) {
	inversions, pairs := 0, 0
	for _, row := range positions {
		pairs += len(row) * (len(row) - 1)
		inversions += countInversions(row)
	}
	if pairs == 0 {
		return 0, ErrEmpty
	}
	return 1 - 4*float64(inversions)/float64(pairs), nil
}

// countInversions counts the pairs i < j with v[i] > v[j] by merging.
func countInversions(v []int) int {
	v = append([]int(nil), v...)
	buf := make([]int, len(v))
	n := 0
	for width := 1; width < len(v); width *= 2 {
		for lo := 0; lo < len(v); lo += 2 * width {
			mid, hi := min(lo+width, len(v)), min(lo+2*width, len(v))
			i, j := lo, mid
			for k := lo; k < hi; k++ {
				if j == hi || i < mid && v[i] <= v[j] {
					buf[k] = v[i]
					i++
				} else {
					buf[k] = v[j]
					n += mid - i
					j++
				}
			}
		}
		v, buf = buf, v
	}
	return n
}
