package metric

// Levenshtein is the least number of insertions, deletions and replacements that
// turn a into b. Time is len(a)·len(b), memory the shorter of the two.
//
// Source: V. I. Levenshtein, 1966; by Wagner and Fischer's recurrence.
func Levenshtein[E comparable](a, b []E) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// LevenshteinMean is the mean Levenshtein distance over rows of text, in code points.
func LevenshteinMean(truth, pred []string) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) == 0 {
		return 0, ErrEmpty
	}
	d := make([]float64, len(truth))
	for i := range truth {
		d[i] = float64(Levenshtein([]rune(truth[i]), []rune(pred[i])))
	}
	return Mean(d), nil
}

// LevenshteinNormalised is the sum of Levenshtein distances over rows of sequences
// divided by the total length of the true ones. It can exceed 1. ErrEmpty when
// there is nothing true.
//
// Source: Kaggle, Multi-modal Gesture Recognition, Evaluation.
func LevenshteinNormalised[E comparable](truth, pred [][]E) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	sum, total := 0, 0
	for i := range truth {
		sum += Levenshtein(truth[i], pred[i])
		total += len(truth[i])
	}
	if total == 0 {
		return 0, ErrEmpty
	}
	return float64(sum) / float64(total), nil
}

// Jaccard is |A ∩ B| / |A ∪ B|; both empty: NaN.
func Jaccard[L comparable](a, b map[L]bool) float64 {
	both := 0
	for x := range a {
		if b[x] {
			both++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}
