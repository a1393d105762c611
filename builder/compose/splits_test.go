package compose

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestApportion(t *testing.T) {
	for _, tt := range []struct {
		n     int
		sizes []int
		want  []int
	}{
		{24, []int{52, 52, 51, 51}, []int{6, 6, 6, 6}},
		{3, []int{52, 51, 52}, []int{1, 1, 1}},
		{2, []int{52, 51, 52}, []int{1, 0, 1}},
		{1, []int{5, 5}, []int{1, 0}},
		{0, []int{5, 5}, []int{0, 0}},
		{10, []int{5, 5}, []int{5, 5}},
		{4, []int{1, 100}, []int{0, 4}},
		{0, nil, []int{}},
	} {
		if got := apportion(tt.n, tt.sizes); !slices.Equal(got, tt.want) {
			t.Errorf("apportion(%d, %v) = %v, want %v", tt.n, tt.sizes, got, tt.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		sizes := make([]int, 1+r.IntN(20))
		total := 0
		for i := range sizes {
			sizes[i] = r.IntN(60)
			total += sizes[i]
		}
		n := r.IntN(total + 1)
		sum := 0
		for i, share := range apportion(n, sizes) {
			sum += share
			if share < 0 || share > sizes[i] {
				t.Fatalf("apportion(%d, %v) gives %d of %d", n, sizes, share, sizes[i])
			}
		}
		if total > 0 && sum != n {
			t.Fatalf("apportion(%d, %v) gives %d in all", n, sizes, sum)
		}
	}
}
