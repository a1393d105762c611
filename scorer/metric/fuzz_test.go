package metric_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"podium/scorer/metric"
)

// FuzzParseRLE: no text makes a mask that overlaps or leaves the image.
func FuzzParseRLE(f *testing.F) {
	for _, s := range []string{"", " ", "1 2", "1 2 4 3", "3 1 1 1", "1 5 3 1", "5", "1 2 9", "1 2 9 3 20", "0 1", "1 0", "9 99999999999999999999", "x", "+1 +2", "-1 3"} {
		f.Add(s, 10, false)
		f.Add(s, 10, true)
	}
	f.Fuzz(func(t *testing.T, text string, pixels int, exact bool) {
		pixels = min(max(pixels, 0), 1<<20)
		m, err := metric.ParseRLE(text, pixels, exact)
		if err != nil {
			var bad *metric.RLEError
			if !errors.As(err, &bad) || m != nil {
				t.Fatalf("%v with error %v", m, err)
			}
			return
		}
		end := 0
		for _, r := range m {
			if r.Start < end || r.Length < 1 || r.Start+r.Length > pixels {
				t.Fatalf("%q over %d pixels: %v", text, pixels, m)
			}
			end = r.Start + r.Length
		}
		if m.Size() != m.Common(m) || m.Union(m).Size() != m.Size() {
			t.Fatalf("%v is not itself", m)
		}
	})
}

func TestParseRLE(t *testing.T) {
	for _, c := range []struct {
		text  string
		exact bool
		size  int // -1: refused
	}{
		{"", true, 0}, {"  \n", true, 0}, {"1 3", true, 3}, {"1 3 4 2", true, 5}, {"8 9", true, 3}, {"11 1", true, 0}, {"10 1 12 5", true, 1},
		{"3 1 1 1", true, -1}, {"1 3 3 1", true, -1}, {"0 1", true, -1}, {"1 0", true, -1}, {"1.0 2", true, -1}, {"a b", true, -1},
		{"4", false, 0}, {"4", true, -1}, {"1 2 5", false, 4}, {"1 2 5", true, -1}, {"1 2 5 1 8", false, -1},
		{"99999999999999999999 1", true, 0}, {"1 99999999999999999999", true, 10},
	} {
		m, err := metric.ParseRLE(c.text, 10, c.exact)
		if (err != nil) != (c.size < 0) || err == nil && m.Size() != c.size {
			t.Errorf("%q: %v, %v; want size %d", c.text, m, err, c.size)
		}
	}
}

// TestHausdorff compares the distance transform with the definition.
func TestHausdorff(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		h, w, n := 1+r.IntN(7), 1+r.IntN(7), 1+r.IntN(4)
		truth, pred := metric.Volume{Height: h, Width: w}, metric.Volume{Height: h, Width: w}
		var a, b [][3]float64
		for z := range n {
			truth.Slices = append(truth.Slices, randomMask(r, h*w))
			pred.Slices = append(pred.Slices, randomMask(r, h*w))
			a = append(a, points(truth.Slices[z], z, n, h, w)...)
			b = append(b, points(pred.Slices[z], z, n, h, w)...)
		}
		got := metric.Hausdorff(truth, pred)
		if len(a) == 0 || len(b) == 0 || len(b) > 10*len(a) {
			continue
		}
		want := max(directed(a, b), directed(b, a)) / math.Sqrt(3)
		if !near(got, want, 1e-12) {
			t.Fatalf("%v, by definition %v", got, want)
		}
	}
	one := metric.Volume{Height: 2, Width: 2, Slices: []metric.Mask{{{Start: 0, Length: 1}}}}
	none := metric.Volume{Height: 2, Width: 2, Slices: []metric.Mask{nil}}
	if v := metric.Hausdorff(none, none); !math.IsNaN(v) {
		t.Errorf("both empty: %v", v)
	}
	if metric.Hausdorff(one, none) != 1 || metric.Hausdorff(none, one) != 1 || metric.Hausdorff(one, one) != 0 {
		t.Error("one empty is 1, equal is 0")
	}
}

func randomMask(r *rand.Rand, pixels int) (m metric.Mask) {
	for p := 0; p < pixels; p++ {
		if r.IntN(3) == 0 {
			m = m.Union(metric.Mask{{Start: p, Length: 1}})
		}
	}
	return m
}

func points(m metric.Mask, z, n, h, w int) (out [][3]float64) {
	for _, r := range m {
		for p := r.Start; p < r.Start+r.Length; p++ {
			out = append(out, [3]float64{float64(z) / float64(n), float64(p/h) / float64(w), float64(p%h) / float64(h)})
		}
	}
	return out
}

func directed(a, b [][3]float64) float64 {
	far := 0.0
	for _, p := range a {
		near := math.Inf(1)
		for _, q := range b {
			near = min(near, math.Sqrt((p[0]-q[0])*(p[0]-q[0])+(p[1]-q[1])*(p[1]-q[1])+(p[2]-q[2])*(p[2]-q[2])))
		}
		far = max(far, near)
	}
	return far
}

// FuzzROCAUC compares the curve with the definition by pairs.
func FuzzROCAUC(f *testing.F) {
	f.Add([]byte{1, 0, 1, 1, 0, 0})
	f.Add([]byte{255, 3, 3, 2, 2, 200, 201})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 300 {
			return
		}
		var truth []bool
		var score []float64
		for _, v := range b {
			truth, score = append(truth, v&1 == 1), append(score, float64(int8(v)>>1)/7)
		}
		got, err := metric.ROCAUC(truth, score)
		if err != nil {
			if len(b) > 0 {
				t.Fatal(err)
			}
			return
		}
		right, pairs := 0.0, 0.0
		for i := range truth {
			for j := range truth {
				if truth[i] && !truth[j] {
					pairs++
					switch {
					case score[i] > score[j]:
						right++
					case score[i] == score[j]:
						right += 0.5
					}
				}
			}
		}
		if want := right / pairs; !near(got, want, 1e-12) {
			t.Fatalf("%v, by pairs %v", got, want)
		}
	})
}

// FuzzKendallTau compares the count of inversions with the definition.
func FuzzKendallTau(f *testing.F) {
	f.Add([]byte{3, 1, 2, 2})
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 2 || len(b) > 200 {
			return
		}
		row := make([]int, len(b))
		n := 0
		for i, v := range b {
			row[i] = int(v)
			for _, before := range row[:i] {
				if before > row[i] {
					n++
				}
			}
		}
		want := 1 - 4*float64(n)/float64(len(b)*(len(b)-1))
		if got, err := metric.KendallTau([][]int{row}); err != nil || !near(got, want, 1e-15) {
			t.Fatalf("%v, %v; by definition %v", got, err, want)
		}
	})
}

// FuzzLevenshtein checks the axioms of a distance.
func FuzzLevenshtein(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("", "日本")
	f.Fuzz(func(t *testing.T, s, u string) {
		a, b := []rune(s), []rune(u)
		if len(a) > 200 || len(b) > 200 {
			return
		}
		d := metric.Levenshtein(a, b)
		if d != metric.Levenshtein(b, a) || (d == 0) != (string(a) == string(b)) {
			t.Fatalf("%q, %q: %d", s, u, d)
		}
		if least, most := max(len(a), len(b))-min(len(a), len(b)), max(len(a), len(b)); d < least || d > most {
			t.Fatalf("%q, %q: %d is not within %d and %d", s, u, d, least, most)
		}
	})
}
