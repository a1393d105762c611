package metric

// Sum adds v in the order NumPy's add.reduce does for a contiguous float64 array:
// eight running sums within blocks of at most 128, halves added recursively.
func Sum(v []float64) float64 {
	n := len(v)
	if n < 8 {
		s := 0.0
		for _, x := range v {
			s += x
		}
		return s
	}
	if n <= 128 {
		var r [8]float64
		copy(r[:], v[:8])
		i := 8
		for ; i < n-n%8; i += 8 {
			for k := range r {
				r[k] += v[i+k]
			}
		}
		s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for ; i < n; i++ {
			s += v[i]
		}
		return s
	}
	half := n / 2
	half -= half % 8
	return Sum(v[:half]) + Sum(v[half:])
}

// sumOf is Sum of the values at(0) to at(n-1), which are never held all at once.
func sumOf(n int, at func(i int) float64) float64 {
	var block [128]float64
	var sum func(from, n int) float64
	sum = func(from, n int) float64 {
		if n <= len(block) {
			for i := range n {
				block[i] = at(from + i)
			}
			return Sum(block[:n])
		}
		half := n / 2
		half -= half % 8
		return sum(from, half) + sum(from+half, n-half)
	}
	return sum(0, n)
}

// Mean is Sum(v)/len(v); NaN for no values.
func Mean(v []float64) float64 { return Sum(v) / float64(len(v)) }
