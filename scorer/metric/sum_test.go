package metric

import (
	"math"
	"testing"
)

// sumOf adds as Sum does, to the last bit.
func TestSumOf(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 127, 128, 129, 1000, 4097} {
		v := make([]float64, n)
		for i := range v {
			v[i] = math.Sqrt(float64(i*7919%1013)) - 15
		}
		if got, want := sumOf(n, func(i int) float64 { return v[i] }), Sum(v); got != want {
			t.Errorf("%d values: %v, want %v", n, got, want)
		}
	}
}
