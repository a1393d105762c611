package metric

import (
	"math"
	"slices"
)

// Accuracy is the share of equal labels, 1/n · Σ [yᵢ = pᵢ].
//
// Source: scikit-learn accuracy_score (normalize=True). Micro-averaged F1 of
// single labels is the same number (f1_score, average="micro").
func Accuracy[L comparable](truth, pred []L) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) == 0 {
		return 0, ErrEmpty
	}
	right := 0
	for i, y := range truth {
		if y == pred[i] {
			right++
		}
	}
	return float64(right) / float64(len(truth)), nil
}

// tally counts, for each label, how often it is true, predicted, and both. The
// labels are those of truth or pred, rising.
func tally(truth, pred []float64) (labels []float64, is, said, both []float64) {
	labels = append(slices.Clone(truth), pred...)
	slices.Sort(labels)
	labels = slices.Compact(labels)
	is, said, both = make([]float64, len(labels)), make([]float64, len(labels)), make([]float64, len(labels))
	for i, y := range truth {
		t, _ := slices.BinarySearch(labels, y)
		p, _ := slices.BinarySearch(labels, pred[i])
		is[t]++
		said[p]++
		if t == p {
			both[t]++
		}
	}
	return labels, is, said, both
}

// F1Macro is the plain mean over the labels that occur in truth or pred of
// 2·TP / (times predicted + times true): 0 for a label that is never right.
//
// Source: scikit-learn f1_score (average="macro").
func F1Macro(truth, pred []float64) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	_, is, said, both := tally(truth, pred)
	f1 := make([]float64, len(is))
	for k := range is {
		f1[k] = 2 * both[k] / (is[k] + said[k])
	}
	return Mean(f1), nil
}

// F1MicroSets is 2·TP / (Σ|pred| + Σ|truth|) over rows of label sets, where
// predicted labels that are in no row of truth are left out unless all is set. 0
// when there is nothing on either side.
//
// Source: scikit-learn f1_score (average="micro") behind a MultiLabelBinarizer
// whose classes are those of the answers.
func F1MicroSets[L comparable](truth, pred []map[L]bool, all bool) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	classes := map[L]bool{}
	for _, set := range truth {
		for label := range set {
			classes[label] = true
		}
	}
	both, sum := 0, 0
	for i, set := range truth {
		sum += len(set)
		for label := range pred[i] {
			if all || classes[label] {
				sum++
			}
			if set[label] {
				both++
			}
		}
	}
	if sum == 0 {
		return 0, nil
	}
	return 2 * float64(both) / float64(sum), nil
}

// QuadraticKappa is Cohen's kappa with weights (i−j)², where i and j are positions
// in the sorted union of the labels present: 1 − Σ w·O / Σ w·E with O the counts of
// label pairs and E those expected from the margins. With values set the weights
// are taken from the labels' values instead. NaN when one label is everywhere.
//
// Source: scikit-learn cohen_kappa_score (weights="quadratic").
func QuadraticKappa(truth, pred []float64, values bool) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	labels, is, said, _ := tally(truth, pred)
	at := slices.Clone(labels) // where each label lies on the scale
	if !values {
		for k := range at {
			at[k] = float64(k)
		}
	}
	observed, expected := 0.0, 0.0
	for i, y := range truth {
		t, _ := slices.BinarySearch(labels, y)
		p, _ := slices.BinarySearch(labels, pred[i])
		observed += (at[t] - at[p]) * (at[t] - at[p])
	}
	n := float64(len(truth))
	for i := range is {
		for j := range said {
			expected += (at[i] - at[j]) * (at[i] - at[j]) * (is[i] * said[j] / n)
		}
	}
	return 1 - observed/expected, nil
}

// MCC is the multiclass Matthews correlation coefficient
// (c·n − Σ tₖqₖ) / √((n² − Σ tₖ²)(n² − Σ qₖ²)) with c the number of right rows and
// tₖ, qₖ how often label k is true and predicted; 0 when the denominator is 0.
//
// Source: scikit-learn matthews_corrcoef.
func MCC(truth, pred []float64) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	_, is, said, both := tally(truth, pred)
	n, right, cross, tt, pp := float64(len(truth)), 0.0, 0.0, 0.0, 0.0
	for k := range is {
		right += both[k]
		cross += is[k] * said[k]
		tt += is[k] * is[k]
		pp += said[k] * said[k]
	}
	d := (n*n - pp) * (n*n - tt)
	if d == 0 {
		return 0, nil
	}
	return (right*n - cross) / math.Sqrt(d), nil
}

// ProbabilisticF1 is the harmonic mean of c-precision ctp/(ctp+cfp) and c-recall
// ctp/positives, where ctp and cfp are the sums of the predictions, kept within 0
// and 1, over positive and negative rows. 0 when either is not above 0, so also
// for NaN. ErrOneClass without positives, ErrEmpty when every prediction is below 0.
//
// Source: Kaggle, RSNA Screening Mammography Breast Cancer Detection, Evaluation.
func ProbabilisticF1(truth []bool, pred []float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	positives, ctp, cfp := 0.0, 0.0, 0.0
	negative := true // so far
	for i, p := range pred {
		negative = negative && p < 0
		p = clip(p, 0, 1)
		if truth[i] {
			positives++
			ctp += p
		} else {
			cfp += p
		}
	}
	if positives == 0 {
		return 0, ErrOneClass
	}
	if negative {
		return 0, ErrEmpty
	}
	precision, recall := ctp/(ctp+cfp), ctp/positives
	if precision > 0 && recall > 0 {
		return 2 * (precision * recall) / (precision + recall), nil
	}
	return 0, nil
}
