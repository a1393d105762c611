package stats

// PassAtK is the unbiased estimate of pass@k from n outputs of which c pass:
// 1 − C(n−c, k) / C(n, k). It needs 0 ≤ c ≤ n and 1 ≤ k ≤ n; a sample without
// outputs (n = 0) has no pass at any k.
//
// The quotient of binomials is taken as the product of (1 − k/i) over
// i = n−c+1 … n: every factor lies in [0, 1], so nothing overflows or cancels.
func PassAtK(n, c, k int) float64 {
	switch {
	case c == 0:
		return 0
	case n-c < k:
		return 1
	}
	none := 1.0
	for i := n - c + 1; i <= n; i++ {
		none *= 1 - float64(k)/float64(i)
	}
	return 1 - none
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
