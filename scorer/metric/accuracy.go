package metric

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
