package metric

import "math"

// Volume is a stack of masks of one shape, each encoded column by column: pixel
// p of a slice lies in column p/Height, row p%Height.
type Volume struct {
	Slices        []Mask
	Height, Width int
}

func (v Volume) size() int {
	n := 0
	for _, m := range v.Slices {
		n += m.Size()
	}
	return n
}

func (v Volume) equal(o Volume) bool {
	if len(v.Slices) != len(o.Slices) || v.Height != o.Height || v.Width != o.Width {
		return false
	}
	for i := range v.Slices {
		n := v.Slices[i].Size()
		if n != o.Slices[i].Size() || n != v.Slices[i].Common(o.Slices[i]) {
			return false
		}
	}
	return true
}

// Hausdorff is the symmetric Hausdorff distance between the voxels of two volumes
// in a unit cube, 0 to 1: coordinates are divided by the true volume's shape, the
// distance by √3. NaN when both are empty, 0 when they are equal, 1 when one is
// empty or pred has more than ten times the voxels of truth.
//
// Source: Kaggle, UW-Madison GI Tract Image Segmentation; the factor ten is
// MLE-bench's, to bound the work.
func Hausdorff(truth, pred Volume) float64 {
	t, p := truth.size(), pred.size()
	switch {
	case t == 0 && p == 0:
		return math.NaN()
	case truth.equal(pred):
		return 0
	case t == 0 || p == 0 || p > 10*t:
		return 1
	}
	scale := [3]float64{
		1 / float64(len(truth.Slices)), 1 / float64(truth.Width), 1 / float64(truth.Height),
	}
	box := enclose(truth, pred)
	a, b := box.fill(truth), box.fill(pred)
	far := max(box.farthest(a, b, scale), box.farthest(b, a, scale))
	return math.Sqrt(far) / math.Sqrt(3)
}

// box is the part of space that both volumes lie in: from lo to hi, inclusive, as
// slice, column, row.
type box struct{ lo, hi [3]int }

func enclose(volumes ...Volume) box {
	b := box{lo: [3]int{math.MaxInt, math.MaxInt, math.MaxInt}, hi: [3]int{-1, -1, -1}}
	grow := func(axis, from, to int) {
		b.lo[axis], b.hi[axis] = min(b.lo[axis], from), max(b.hi[axis], to)
	}
	for _, v := range volumes {
		for z, m := range v.Slices {
			for _, r := range m {
				first, last := r.Start, r.Start+r.Length-1
				grow(0, z, z)
				grow(1, first/v.Height, last/v.Height)
				if first/v.Height != last/v.Height {
					grow(2, 0, v.Height-1)
				} else {
					grow(2, first%v.Height, last%v.Height)
				}
			}
		}
	}
	return b
}

func (b box) shape() (n [3]int) {
	for i := range n {
		n[i] = b.hi[i] - b.lo[i] + 1
	}
	return n
}

// fill marks the volume's voxels in an array of slice, column, row.
func (b box) fill(v Volume) []bool {
	n := b.shape()
	in := make([]bool, n[0]*n[1]*n[2])
	for z, m := range v.Slices {
		for _, r := range m {
			for p := r.Start; p < r.Start+r.Length; p++ {
				in[((z-b.lo[0])*n[1]+p/v.Height-b.lo[1])*n[2]+p%v.Height-b.lo[2]] = true
			}
		}
	}
	return in
}

// farthest is the largest squared distance from a voxel of from to the nearest of
// to, by an exact distance transform: one axis after the other.
//
// Source: P. Felzenszwalb and D. Huttenlocher, Distance Transforms of Sampled
// Functions, 2012.
func (b box) farthest(from, to []bool, scale [3]float64) float64 {
	n := b.shape()
	d := make([]float64, len(to))
	for i, in := range to {
		if !in {
			d[i] = math.Inf(1)
		}
	}
	e := newEnvelope(max(n[0], n[1], n[2]))
	for z := range n[0] {
		for x := range n[1] {
			e.transform(d, (z*n[1]+x)*n[2], 1, n[2], scale[2])
		}
		for y := range n[2] {
			e.transform(d, z*n[1]*n[2]+y, n[2], n[1], scale[1])
		}
	}
	for xy := range n[1] * n[2] {
		e.transform(d, xy, n[1]*n[2], n[0], scale[0])
	}
	far := 0.0
	for i, in := range from {
		if in {
			far = max(far, d[i])
		}
	}
	return far
}

// envelope holds the lower envelope of parabolas along one line.
type envelope struct {
	f    []float64
	at   []int     // vertices of the parabolas in the envelope
	from []float64 // where each begins to be the lowest
}

func newEnvelope(n int) *envelope {
	return &envelope{f: make([]float64, n), at: make([]int, n), from: make([]float64, n+1)}
}

// transform replaces the n values d[start], d[start+stride] … by
// min over j of ((i−j)·scale)² + d[j].
func (e *envelope) transform(d []float64, start, stride, n int, scale float64) {
	w := scale * scale
	k := -1
	for q := range n {
		v := d[start+q*stride]
		e.f[q] = v
		if math.IsInf(v, 1) {
			continue
		}
		s := math.Inf(-1)
		for ; k >= 0; k-- {
			p := e.at[k]
			s = ((v/w + float64(q*q)) - (e.f[p]/w + float64(p*p))) / float64(2*(q-p))
			if s > e.from[k] {
				break
			}
			s = math.Inf(-1)
		}
		k++
		e.at[k], e.from[k] = q, s
	}
	if k < 0 {
		return
	}
	j := 0
	for q := range n {
		for j < k && e.from[j+1] < float64(q) {
			j++
		}
		x := float64(q-e.at[j]) * scale
		d[start+q*stride] = x*x + e.f[e.at[j]]
	}
}
