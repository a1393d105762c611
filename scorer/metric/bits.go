package metric

import (
	"math"
	"slices"
)

// orderedBits maps finite numbers to integers in the same order; 0 and -0 are one.
func orderedBits(v float64) uint64 {
	b := math.Float64bits(v + 0) // -0 + 0 is 0
	if b>>63 == 1 {
		return ^b
	}
	return b | 1<<63
}

// sortBits sorts v by its bytes, the least first; spare is as long as v at least.
func sortBits(v, spare []uint64) {
	if len(v) < 1024 {
		slices.Sort(v)
		return
	}
	from, to := v, spare[:len(v)]
	for shift := 0; shift < 64; shift += 8 {
		var at [256]int
		for _, b := range from {
			at[byte(b>>shift)]++
		}
		if at[byte(from[0]>>shift)] == len(from) {
			continue // this byte is the same everywhere
		}
		sum := 0
		for d, n := range at {
			at[d] = sum
			sum += n
		}
		for _, b := range from {
			d := byte(b >> shift)
			to[at[d]] = b
			at[d]++
		}
		from, to = to, from
	}
	if &from[0] != &v[0] {
		copy(v, from)
	}
}
