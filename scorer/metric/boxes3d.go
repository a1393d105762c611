package metric

import (
	"cmp"
	"math"
	"slices"
)

// Box3D is a box on the ground plane, in metres and radians: Length runs along
// Yaw, Width across, Height up; X, Y, Z is the centre.
type Box3D struct {
	Label                 string
	Confidence            float64
	X, Y, Z               float64
	Width, Length, Height float64
	Yaw                   float64
}

// MAP3D is the mean, over samples and the IoU thresholds 0.5, 0.55 … 0.95, of the
// mean over the sample's true classes of the average precision: predictions by
// falling confidence, each a hit when its largest IoU with a true box exceeds the
// threshold and that box is free; precision made non-increasing. A class without
// predictions is 0. NaN when a sample has no true box.
//
// Source: Kaggle, Lyft 3D Object Detection for Autonomous Vehicles, Evaluation,
// and its mAP script.
func MAP3D(truth, pred [][]Box3D) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	var scores []float64
	for i := range truth {
		overlaps := overlapsByClass(truth[i], pred[i])
		for _, t := range []float64{0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95} {
			aps := make([]float64, len(overlaps))
			for k, o := range overlaps {
				aps[k] = o.averagePrecision(t)
			}
			scores = append(scores, Mean(aps))
		}
	}
	return Mean(scores), nil
}

// overlap is, for one class, each prediction's best true box.
type overlap struct {
	boxes int
	best  []int
	iou   []float64
}

func overlapsByClass(truth, pred []Box3D) []overlap {
	var names []string
	byName := map[string][]Box3D{}
	for _, b := range truth {
		if byName[b.Label] == nil {
			names = append(names, b.Label)
		}
		byName[b.Label] = append(byName[b.Label], b)
	}
	slices.Sort(names)
	sorted := slices.Clone(pred)
	slices.SortStableFunc(sorted, func(a, b Box3D) int { return cmp.Compare(b.Confidence, a.Confidence) })
	out := make([]overlap, len(names))
	for k, name := range names {
		out[k].boxes = len(byName[name])
		for _, p := range sorted {
			if p.Label != name {
				continue
			}
			at, best := 0, math.Inf(-1)
			for j, b := range byName[name] {
				if v := iou3D(b, p); v > best {
					at, best = j, v
				}
			}
			out[k].best, out[k].iou = append(out[k].best, at), append(out[k].iou, best)
		}
	}
	return out
}

func (o overlap) averagePrecision(threshold float64) float64 {
	taken := make([]bool, o.boxes)
	recall, precision := []float64{0}, []float64{0}
	tp := 0.0
	for i, at := range o.best {
		if o.iou[i] > threshold && !taken[at] {
			taken[at] = true
			tp++
		}
		recall = append(recall, tp/float64(o.boxes))
		precision = append(precision, tp/float64(i+1))
	}
	if len(o.best) == 0 {
		return 0
	}
	recall, precision = append(recall, 1), append(precision, 0)
	for i := len(precision) - 1; i > 0; i-- {
		precision[i-1] = max(precision[i-1], precision[i])
	}
	ap := 0.0
	for i := 1; i < len(recall); i++ {
		if recall[i] != recall[i-1] {
			ap += (recall[i] - recall[i-1]) * precision[i]
		}
	}
	return ap
}

// iou3D is the intersection over union of two volumes.
func iou3D(a, b Box3D) float64 {
	height := max(0, min(a.Z+a.Height/2, b.Z+b.Height/2)-max(a.Z-a.Height/2, b.Z-b.Height/2))
	common := 0.0
	if height > 0 {
		common = height * area(clipPolygon(a.ground(), b.ground()))
	}
	union := a.Width*a.Length*a.Height + b.Width*b.Length*b.Height - common
	return clip(common/union, 0, 1)
}

type vertex struct{ x, y float64 }

// ground is the box's rectangle on the ground, anticlockwise, about the origin of
// the plane.
func (b Box3D) ground() []vertex {
	sin, cos := math.Sincos(b.Yaw)
	l, w := b.Length/2, b.Width/2
	corner := func(l, w float64) vertex { return vertex{b.X + l*cos - w*sin, b.Y + l*sin + w*cos} }
	return []vertex{corner(l, -w), corner(l, w), corner(-l, w), corner(-l, -w)}
}

// clipPolygon is the intersection of convex anticlockwise polygons.
//
// Source: I. Sutherland and G. Hodgman, Reentrant Polygon Clipping, 1974.
func clipPolygon(subject, by []vertex) []vertex {
	for i, a := range by {
		b := by[(i+1)%len(by)]
		side := func(p vertex) float64 { return (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x) }
		var out []vertex
		for k, p := range subject {
			q := subject[(k+1)%len(subject)]
			sp, sq := side(p), side(q)
			if sp >= 0 {
				out = append(out, p)
			}
			if sp > 0 && sq < 0 || sp < 0 && sq > 0 {
				t := sp / (sp - sq)
				out = append(out, vertex{p.x + t*(q.x-p.x), p.y + t*(q.y-p.y)})
			}
		}
		subject = out
	}
	return subject
}

// area is that of a simple anticlockwise polygon.
func area(p []vertex) float64 {
	if len(p) < 3 {
		return 0
	}
	sum := 0.0
	for i := 1; i+1 < len(p); i++ {
		sum += (p[i].x-p[0].x)*(p[i+1].y-p[0].y) - (p[i].y-p[0].y)*(p[i+1].x-p[0].x)
	}
	return sum / 2
}
