package metric

import (
	"cmp"
	"errors"
	"math"
	"slices"
)

// Box is a rectangle with a label and, where it is predicted, a confidence.
type Box struct {
	Label                  string
	Confidence             float64
	XMin, YMin, XMax, YMax float64
}

// Point is a predicted place with a label.
type Point struct {
	Label string
	X, Y  float64
}

// PointsF1 is the F1 of labelled points over all pages: each true box, in order,
// takes the first unused point of its label strictly inside it. 2PR/(P+R) with P
// and R from the sums of hits, unused points and missed boxes; 0 without hits.
//
// Source: Kaggle, Kuzushiji Recognition, Evaluation.
func PointsF1(truth [][]Box, pred [][]Point) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	hits, boxes, points := 0, 0, 0
	for i := range truth {
		used := make([]bool, len(pred[i]))
		boxes += len(truth[i])
		points += len(pred[i])
		for _, b := range truth[i] {
			for k, p := range pred[i] {
				if !used[k] && p.Label == b.Label && b.XMin < p.X && p.X < b.XMax && b.YMin < p.Y && p.Y < b.YMax {
					used[k] = true
					hits++
					break
				}
			}
		}
	}
	if hits == 0 {
		return 0, nil
	}
	precision, recall := float64(hits)/float64(points), float64(hits)/float64(boxes)
	return 2 * precision * recall / (precision + recall), nil
}

// iou is the intersection over union of two boxes, 0 when the union is empty.
func iou(a, b Box) float64 {
	w := max(0, min(a.XMax, b.XMax)-max(a.XMin, b.XMin))
	h := max(0, min(a.YMax, b.YMax)-max(a.YMin, b.YMin))
	union := (a.XMax-a.XMin)*(a.YMax-a.YMin) + (b.XMax-b.XMin)*(b.YMax-b.YMin) - w*h
	if union > 0 {
		return w * h / union
	}
	return 0
}

// byConfidence sorts boxes by falling confidence, equal ones in their order.
func byConfidence(boxes []Box) []Box {
	boxes = slices.Clone(boxes)
	slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Compare(b.Confidence, a.Confidence) })
	return boxes
}

// ErrAllPositive is returned by MAPVOC for a class of which nothing predicted is wrong.
var ErrAllPositive = errors.New("a class has no wrong prediction and no empty image, so its average precision has no value")

// MAPVOC is the mean over the classes of truth of their average precision. In each
// image predictions by falling confidence take the unused true box of their class
// with the largest IoU above 0.5. Each prediction is a pair (hit, confidence); an
// untaken box is (1, 0), an image with neither (0, 0). Confidences must be finite.
//
// Source: MLE-bench's reading of Kaggle, SIIM-FISABIO-RSNA COVID-19 Detection;
// scikit-learn average_precision_score.
func MAPVOC(truth, pred [][]Box) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	sorted := make([][]Box, len(pred))
	for i := range pred {
		sorted[i] = byConfidence(pred[i])
	}
	var aps []float64
	for _, class := range classes(truth) {
		var pairs []scored
		for i := range truth {
			pairs = append(pairs, vocPairs(truth[i], sorted[i], class)...)
		}
		if !slices.ContainsFunc(pairs, func(p scored) bool { return !p.hit }) {
			return 0, ErrAllPositive
		}
		for i, p := range pairs {
			if math.IsNaN(p.confidence) || math.IsInf(p.confidence, 0) {
				return 0, &ValueError{Row: i, Value: p.confidence, Problem: "is a confidence that is not finite"}
			}
		}
		aps = append(aps, averagePrecision(pairs))
	}
	if len(aps) == 0 {
		return 0, nil
	}
	return Mean(aps), nil
}

// classes are the labels of the boxes, sorted.
func classes(boxes [][]Box) []string {
	seen := map[string]bool{}
	var out []string
	for _, image := range boxes {
		for _, b := range image {
			if !seen[b.Label] {
				seen[b.Label] = true
				out = append(out, b.Label)
			}
		}
	}
	slices.Sort(out)
	return out
}

type scored struct {
	hit        bool
	confidence float64
}

func vocPairs(truth, pred []Box, class string) []scored {
	var boxes []Box
	for _, b := range truth {
		if b.Label == class {
			boxes = append(boxes, b)
		}
	}
	taken := make([]bool, len(boxes))
	var pairs []scored
	for _, p := range pred {
		if p.Label != class {
			continue
		}
		best, at := 0.0, -1
		for k, b := range boxes {
			if v := iou(p, b); !taken[k] && v > best && v > 0.5 {
				best, at = v, k
			}
		}
		if at >= 0 {
			taken[at] = true
		}
		pairs = append(pairs, scored{at >= 0, p.Confidence})
	}
	for _, t := range taken {
		if !t {
			pairs = append(pairs, scored{true, 0})
		}
	}
	if len(pairs) == 0 {
		pairs = append(pairs, scored{false, 0})
	}
	return pairs
}

// averagePrecision is Σ (Rₖ − Rₖ₋₁)·Pₖ over the distinct confidences, falling.
func averagePrecision(pairs []scored) float64 {
	slices.SortStableFunc(pairs, func(a, b scored) int { return cmp.Compare(b.confidence, a.confidence) })
	positives := 0.0
	for _, p := range pairs {
		if p.hit {
			positives++
		}
	}
	var steps []float64
	tp, recall := 0.0, 0.0
	for i, p := range pairs {
		if p.hit {
			tp++
		}
		if i+1 < len(pairs) && pairs[i+1].confidence == p.confidence {
			continue
		}
		r := tp / positives
		steps = append(steps, (r-recall)*(tp/float64(i+1)))
		recall = r
	}
	slices.Reverse(steps) // scikit-learn adds from the least confidence up
	return Sum(steps)
}
