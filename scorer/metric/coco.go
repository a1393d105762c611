package metric

import (
	"cmp"
	"math"
	"slices"
)

// COCOOptions are what MAPCOCO is asked with.
type COCOOptions struct {
	IoU     float64 // least IoU of a hit
	MaxDets int     // boxes per image and class, best first
	// Upstream repeats MLE-bench's two faults: the far corner is taken for width
	// and height, and the first true box (of the first image) and the first
	// predicted box (of First) have the number 0, which means unmatched.
	Upstream bool
	First    int // image that the submission's first box belongs to
}

// MAPCOCO is the mean over the classes of truth of COCO's average precision at one
// IoU threshold: predictions of all images by falling confidence, precision made
// non-increasing and read at 101 recalls 0, 0.01 … 1. Boxes with an area outside 0
// to 10¹⁰ are left out unless they are hit.
//
// Source: pycocotools COCOeval (evaluateImg, accumulate, summarize).
func MAPCOCO(truth, pred [][]Box, o COCOOptions) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	var aps []float64
	for _, class := range classes(truth) {
		if ap, ok := cocoAP(truth, pred, class, o); ok {
			aps = append(aps, ap)
		}
	}
	if len(aps) == 0 {
		return -1, nil
	}
	return Mean(aps), nil
}

// detection is a predicted box after matching.
type detection struct {
	confidence   float64
	hit, ignored bool
}

// numbered is a box with its number in the whole file; upstream counts from 0.
type numbered struct {
	Box
	first bool // number 0
}

func ofClass(boxes []Box, class string, firstImage bool) []numbered {
	var out []numbered
	for i, b := range boxes {
		if b.Label == class {
			out = append(out, numbered{b, firstImage && i == 0})
		}
	}
	return out
}

func outsideArea(b Box) bool {
	a := (b.XMax - b.XMin) * (b.YMax - b.YMin)
	return a < 0 || a > 1e10
}

func cocoAP(truth, pred [][]Box, class string, o COCOOptions) (float64, bool) {
	var all []detection
	positives := 0
	for i := range truth {
		boxes := ofClass(truth[i], class, o.Upstream && i == 0)
		found := ofClass(pred[i], class, o.Upstream && i == o.First)
		slices.SortStableFunc(boxes, func(a, b numbered) int { return boolCompare(outsideArea(a.Box), outsideArea(b.Box)) })
		slices.SortStableFunc(found, func(a, b numbered) int { return cmp.Compare(b.Confidence, a.Confidence) })
		for _, b := range boxes {
			if !outsideArea(b.Box) {
				positives++
			}
		}
		all = append(all, cocoMatch(boxes, found[:min(len(found), o.MaxDets)], o)...)
	}
	if positives == 0 {
		return 0, false
	}
	slices.SortStableFunc(all, func(a, b detection) int { return cmp.Compare(b.confidence, a.confidence) })
	return cocoCurve(all, positives), true
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// cocoMatch lets each prediction take the free true box of largest IoU, the later
// of equal ones, one that counts before one that does not.
func cocoMatch(boxes, found []numbered, o COCOOptions) []detection {
	taken := make([]bool, len(boxes))
	out := make([]detection, len(found))
	for k, p := range found {
		best, at := min(o.IoU, 1-1e-10), -1
		for j, b := range boxes {
			if taken[j] {
				continue
			}
			if at >= 0 && !outsideArea(boxes[at].Box) && outsideArea(b.Box) {
				break
			}
			if v := cocoIoU(p.Box, b.Box, o.Upstream); v >= best {
				best, at = v, j
			}
		}
		d := detection{confidence: p.Confidence}
		if at >= 0 {
			d.ignored = outsideArea(boxes[at].Box)
			d.hit = !boxes[at].first
			taken[at] = !p.first
		}
		if !d.hit && outsideArea(p.Box) {
			d.ignored = true
		}
		out[k] = d
	}
	return out
}

// cocoIoU is the IoU of boxes given by corner, width and height; with farCorner
// the far corner stands in their place.
func cocoIoU(a, b Box, farCorner bool) float64 {
	size := func(x Box) (w, h float64) {
		if farCorner {
			return x.XMax, x.YMax
		}
		return x.XMax - x.XMin, x.YMax - x.YMin
	}
	aw, ah := size(a)
	bw, bh := size(b)
	w := math.Min(aw+a.XMin, bw+b.XMin) - math.Max(a.XMin, b.XMin)
	if w <= 0 {
		return 0
	}
	h := math.Min(ah+a.YMin, bh+b.YMin) - math.Max(a.YMin, b.YMin)
	if h <= 0 {
		return 0
	}
	return w * h / (aw*ah + bw*bh - w*h)
}

// cocoCurve averages the precision envelope at 101 recalls.
func cocoCurve(all []detection, positives int) float64 {
	var recall, precision []float64
	tp, fp := 0.0, 0.0
	for _, d := range all {
		switch {
		case d.ignored:
		case d.hit:
			tp++
		default:
			fp++
		}
		recall = append(recall, tp/float64(positives))
		precision = append(precision, tp/(fp+tp+epsilon))
	}
	for i := len(precision) - 1; i > 0; i-- {
		precision[i-1] = max(precision[i-1], precision[i])
	}
	q := make([]float64, 101)
	for k := range q {
		if i, _ := slices.BinarySearch(recall, float64(k)*(1.0/100)); i < len(precision) {
			q[k] = precision[i]
		}
	}
	return Mean(q)
}
