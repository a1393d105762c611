package stats

// PassAtK is the unbiased estimate of pass@k from n outputs of which c pass:
// 1 − C(n−c, k) / C(n, k). It needs 0 ≤ c ≤ n and 1 ≤ k ≤ n; a sample without
// outputs (n = 0) has no pass at any k.
//
// The quotient of binomials, C(n−a, b) / C(n, b) with {a, b} = {c, k} either way,
// is the product of (n−a−i) / (n−i) over i = 0 … b−1. Numerators and denominators
// are whole: as long as their products are exact, so is the result but for one
// rounding. Beyond, every factor lies in [0, 1], so nothing overflows or cancels.
func PassAtK(n, c, k int) float64 {
	switch {
	case c == 0:
		return 0
	case n-c < k:
		return 1
	}
	a, b := max(c, k), min(c, k)
	const exact = 1 << 53
	none, all, quotient := 1.0, 1.0, 1.0
	for i := range b {
		none *= float64(n - a - i)
		all *= float64(n - i)
		if all >= exact {
			quotient *= none / all
			none, all = 1, 1
		}
	}
	if quotient == 1 {
		return (all - none) / all
	}
	return 1 - quotient*none/all
}

// AnyOfFirst reports whether one of the first k outputs passes.
func AnyOfFirst(passes []bool, k int) bool {
	for _, p := range passes[:min(k, len(passes))] {
		if p {
			return true
		}
	}
	return false
}
