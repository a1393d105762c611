package stats

import (
	"math"
	"testing"
)

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b)) }

// Expected values: Python 3, 1 - Fraction(comb(n-c, k), comb(n, k)), exact until
// the last conversion.
func TestPassAtK(t *testing.T) {
	for _, c := range []struct {
		n, c, k int
		want    float64
	}{
		{5, 1, 1, 0.2},
		{5, 1, 2, 0.4},
		{5, 2, 2, 0.7},
		{5, 3, 2, 0.9},
		{5, 1, 5, 1.0},
		{5, 0, 5, 0.0},
		{5, 4, 2, 1.0},
		{10, 3, 5, 0.9166666666666666},
		{200, 7, 10, 0.3055988116177335},
		{200, 1, 100, 0.5},
		{1000, 3, 500, 0.8753753753753754},
		{2000, 1000, 1000, 1.0},
		{100000, 5, 10, 0.000499910006299955},
		{3, 3, 3, 1.0},
		{5, 5, 1, 1.0},
		{0, 0, 1, 0}, // a missing sample
	} {
		if got := PassAtK(c.n, c.c, c.k); !close(got, c.want) {
			t.Errorf("PassAtK(%d, %d, %d) = %v, want %v", c.n, c.c, c.k, got, c.want)
		}
	}
}

func TestPassAtKAgreesWithDrawing(t *testing.T) {
	// Every subset of k of n outputs, the first c of which pass.
	for n := 1; n <= 8; n++ {
		for c := 0; c <= n; c++ {
			hits, all := make([]int, n+1), make([]int, n+1)
			for set := range 1 << n {
				k := 0
				for b := range n {
					k += set >> b & 1
				}
				all[k]++
				if set&(1<<c-1) != 0 {
					hits[k]++
				}
			}
			for k := 1; k <= n; k++ {
				want := float64(hits[k]) / float64(all[k])
				if got := PassAtK(n, c, k); !close(got, want) {
					t.Errorf("PassAtK(%d, %d, %d) = %v, want %v", n, c, k, got, want)
				}
			}
		}
	}
}

func TestAnyOfFirst(t *testing.T) {
	passes := []bool{false, false, true, false, true}
	for k, want := range map[int]bool{1: false, 2: false, 3: true, 5: true, 9: true} {
		if got := AnyOfFirst(passes, k); got != want {
			t.Errorf("AnyOfFirst(k=%d) = %v, want %v", k, got, want)
		}
	}
	if AnyOfFirst(nil, 1) {
		t.Error("no output passes")
	}
}

// Expected values: Python 3 decimal at 50 digits, z from statistics.NormalDist.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		passes    float64
		n         int
		low, high float64
	}{
		{0.0, 10, 0, 0.27753279986288915},
		{10.0, 10, 0.7224672001371109, 1.0},
		{29.0, 73, 0.2928670185764684, 0.5119258597705996},
		{23.0, 68, 0.2371425321525542, 0.45662760613335096},
		{1.0, 1, 0.2065493143772375, 1.0},
		{88.0, 260, 0.28366866528094015, 0.39795832247352736},
		{87.6, 260, 0.28221533265470383, 0.3963795311736157},
		{0.0, 260, 0, 0.01455972400192332},
		{3000.0, 10044, 0.2898134010636997, 0.3077120956737219},
		{0.5, 3, 0.0176527942786535, 0.6900118935580434},
		{0, 0, 0, 1},
	} {
		if got := Wilson(c.passes, c.n); !close(got.Low, c.low) || !close(got.High, c.high) {
			t.Errorf("Wilson(%v, %d) = %v, want %v %v", c.passes, c.n, got, c.low, c.high)
		}
	}
}

// With few outputs the estimate is the nearest float to the fraction.
func TestPassAtKRoundsOnce(t *testing.T) {
	for c, want := range []float64{0, 0.2, 0.4, 0.6, 0.8, 1} {
		if got := PassAtK(5, c, 1); got != want {
			t.Errorf("PassAtK(5, %d, 1) = %v, want %v", c, got, want)
		}
	}
}
