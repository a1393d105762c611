package stats

import "math"

// Interval is a confidence interval of a rate.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// z95 is the 0.975 quantile of the standard normal distribution.
const z95 = 1.959963984540054

// Wilson is the 95 % score interval of a rate of passes in n trials. passes need
// not be whole: the mean of per-sample pass@k values in [0, 1] varies at most as
// much as a proportion of the same mean, so the interval is then on the wide side.
// It is [0, 1] when n is 0.
func Wilson(passes float64, n int) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	trials := float64(n)
	p, zz := passes/trials, z95*z95
	centre := p + zz/(2*trials)
	half := z95 * math.Sqrt(p*(1-p)/trials+zz/(4*trials*trials))
	scale := 1 + zz/trials
	return Interval{max(0, (centre-half)/scale), min(1, (centre+half)/scale)}
}
