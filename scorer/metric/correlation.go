package metric

import (
	"cmp"
	"math"
	"slices"
)

// Pearson is the correlation coefficient Σ (y−ȳ)(p−p̄) / √(Σ (y−ȳ)² Σ (p−p̄)²), kept
// within −1 and 1; NaN when a column is constant or holds a value that is not
// finite. ErrEmpty for fewer than two rows.
//
// Source: SciPy pearsonr.
func Pearson(truth, pred []float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) < 2 {
		return 0, ErrEmpty
	}
	y, p := unit(truth), unit(pred)
	if y == nil || p == nil {
		return math.NaN(), nil
	}
	prod := make([]float64, len(y))
	for i := range y {
		prod[i] = y[i] * p[i]
	}
	return clip(Sum(prod), -1, 1), nil
}

// unit is v less its mean, scaled to length 1; nil when that has no value.
func unit(v []float64) []float64 {
	mean := Mean(v)
	out := make([]float64, len(v))
	largest, same := 0.0, true
	for i, x := range v {
		out[i] = x - mean
		if math.IsNaN(out[i]) || math.IsInf(out[i], 0) {
			return nil
		}
		largest = max(largest, math.Abs(out[i]))
		same = same && x == v[0]
	}
	if same || largest == 0 {
		return nil
	}
	sq := make([]float64, len(v))
	for i, x := range out {
		sq[i] = (x / largest) * (x / largest)
	}
	length := largest * math.Sqrt(Sum(sq))
	for i := range out {
		out[i] /= length
	}
	return out
}

// Spearman is the Pearson correlation of ranks; equal values share the mean of
// their ranks. NaN when a column is constant or holds NaN; infinities are ranked.
//
// Source: SciPy spearmanr.
func Spearman(truth, pred []float64) (float64, error) {
	for _, v := range [][]float64{truth, pred} {
		if slices.ContainsFunc(v, math.IsNaN) {
			return math.NaN(), nil
		}
	}
	return Pearson(Ranks(truth), Ranks(pred))
}

// Ranks are the values' ranks from 1; equal values share the mean of theirs.
func Ranks[V cmp.Ordered](v []V) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(v[i], v[j]) })
	ranks := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			ranks[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return ranks
}
