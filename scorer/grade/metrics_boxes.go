package grade

import (
	"math"
	"strconv"
	"strings"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

// tokens splits a cell at single blanks into groups of n; false when they do not
// come out even. A missing cell has none.
func tokens(c *table.Column, row, n int) ([]string, bool) {
	if c.Missing(row) {
		return nil, true
	}
	t := strings.Split(c.Raw(row), " ")
	return t, len(t)%n == 0
}

// floats reads tokens as Python's float() does; bad is the first that is none.
func floats(tokens []string) (v []float64, bad string) {
	v = make([]float64, len(tokens))
	for i, t := range tokens {
		f, ok := table.PythonFloat(t)
		if !ok {
			return nil, t
		}
		v[i] = f
	}
	return v, ""
}

// malformed refuses a cell whose groups cannot be read.
func (f *frame) malformed(c *table.Column, row int, bad, expected string) *Refusal {
	problem := "does not come out even"
	if bad != "" {
		problem = "holds " + quote(bad) + ", which is no number"
	}
	return f.refuse(Malformed, c, row, problem, expected)
}

// pointsF1: predictions are label, x, y; answers label, x, y, width, height.
func pointsF1(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	const expected = "label X Y, in threes, separated by single blanks"
	pred := make([][]metric.Point, len(f.pairing.s))
	for i, r := range f.pairing.s {
		t, even := tokens(s, r, 3)
		if !even {
			return 0, f.malformed(s, r, "", expected)
		}
		for ; len(t) > 0; t = t[3:] {
			v, bad := floats(t[1:3])
			if v == nil {
				return 0, f.malformed(s, r, bad, expected)
			}
			pred[i] = append(pred[i], metric.Point{Label: t[0], X: v[0], Y: v[1]})
		}
	}
	truth := make([][]metric.Box, len(f.pairing.a))
	for i, r := range f.pairing.a {
		t, even := tokens(a, r, 5)
		if !even {
			return 0, &AnswersError{Problem: "boxes do not come in fives"}
		}
		for ; len(t) > 0; t = t[5:] {
			v, _ := floats(t[1:5])
			if v == nil {
				return 0, &AnswersError{Problem: "a box holds what is no number"}
			}
			truth[i] = append(truth[i], metric.Box{Label: t[0], XMin: v[0], YMin: v[1], XMax: v[0] + v[2], YMax: v[1] + v[3]})
		}
	}
	return metric.PointsF1(truth, pred)
}

// labelledBoxes reads groups of six: label, confidence, corners. bad says what is
// wrong; "" with ok false: the groups do not come out even.
func labelledBoxes(t []string) (boxes []metric.Box, bad string, ok bool) {
	if len(t)%6 != 0 {
		return nil, "", false
	}
	for ; len(t) > 0; t = t[6:] {
		v, bad := floats(t[1:6])
		if v == nil {
			return nil, bad, false
		}
		boxes = append(boxes, metric.Box{Label: t[0], Confidence: v[0], XMin: v[1], YMin: v[2], XMax: v[3], YMax: v[4]})
	}
	return boxes, "", true
}

// mapVOC: cells are label, confidence, xmin, ymin, xmax, ymax.
func mapVOC(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	const expected = "label confidence xmin ymin xmax ymax, in sixes"
	truth, pred := make([][]metric.Box, len(f.pairing.a)), make([][]metric.Box, len(f.pairing.s))
	for i, r := range f.pairing.s {
		boxes, bad, ok := labelledBoxes(strings.FieldsFunc(s.Raw(r), table.PythonSpace))
		if !ok {
			return 0, f.malformed(s, r, bad, expected)
		}
		if f.isStrict() {
			if err := f.ordered(s, r, boxes); err != nil {
				return 0, err
			}
		}
		pred[i] = boxes
	}
	for i, r := range f.pairing.a {
		boxes, _, ok := labelledBoxes(strings.FieldsFunc(a.Raw(r), table.PythonSpace))
		if !ok {
			return 0, &AnswersError{Problem: "boxes cannot be read"}
		}
		truth[i] = boxes
	}
	v, err := metric.MAPVOC(truth, pred)
	return v, f.located(err)
}

// ordered refuses boxes whose corners are swapped or whose numbers are not finite.
func (f *frame) ordered(c *table.Column, row int, boxes []metric.Box) error {
	for _, b := range boxes {
		for _, v := range []float64{b.Confidence, b.XMin, b.YMin, b.XMax, b.YMax} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return f.refuse(NotFinite, c, row, "holds a number that is not finite", "finite numbers")
			}
		}
		if b.XMin > b.XMax || b.YMin > b.YMax {
			return f.refuse(OutOfRange, c, row, "holds a box whose corners are swapped", "xmin <= xmax and ymin <= ymax")
		}
	}
	return nil
}

// cocoArgs name the answers' columns: one box a row.
type cocoArgs struct {
	IoU     float64  `yaml:"iou"`
	MaxDets int      `yaml:"max_dets"`
	Class   string   `yaml:"class"`
	Corners []string `yaml:"corners"` // xmin, ymin, xmax, ymax
}

// map_coco: cells are class, confidence, xmin, ymin, xmax, ymax; the answers have
// one box a row, images in the order in which they come first.
func makeMAPCOCO(call data.Call) (scorer, error) {
	var args cocoArgs
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		truth, imageOf, err := f.imageBoxes(args)
		if err != nil {
			return 0, err
		}
		s, err := f.column(f.spec.Columns.Targets[0])
		if err != nil {
			return 0, err
		}
		id, err := f.column(f.spec.Columns.ID)
		if err != nil {
			return 0, err
		}
		o := metric.COCOOptions{IoU: args.IoU, MaxDets: args.MaxDets, Upstream: !f.isStrict(), First: -1}
		pred := make([][]metric.Box, len(truth))
		for r := range f.sub.Rows {
			boxes, err := f.cocoBoxes(s, r)
			if err != nil {
				return 0, err
			}
			image := imageOf[id.Cell(r).String()]
			if o.First < 0 && len(boxes) > 0 {
				o.First = image
			}
			pred[image] = append(pred[image], boxes...)
		}
		return metric.MAPCOCO(truth, pred, o)
	}, nil
}

// cocoBoxes reads a cell; classes are whole numbers.
func (f *frame) cocoBoxes(s *table.Column, r int) ([]metric.Box, error) {
	const expected = "class confidence xmin ymin xmax ymax, in sixes, separated by single blanks"
	t, even := tokens(s, r, 6)
	boxes, bad, ok := labelledBoxes(t)
	if !even || !ok || len(t) == 0 {
		return nil, f.malformed(s, r, bad, expected)
	}
	for i := range boxes {
		v, ok := table.PythonFloat(boxes[i].Label)
		if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, f.malformed(s, r, boxes[i].Label, expected)
		}
		boxes[i].Label = strconv.FormatFloat(math.Trunc(v), 'f', -1, 64)
	}
	if f.isStrict() {
		return boxes, f.ordered(s, r, boxes)
	}
	return boxes, nil
}

// imageBoxes gathers the answers' boxes by image.
func (f *frame) imageBoxes(args cocoArgs) ([][]metric.Box, map[string]int, error) {
	id, err := f.answer(f.spec.Columns.ID)
	if err != nil {
		return nil, nil, err
	}
	class, err := f.answerNumbers(args.Class)
	if err != nil {
		return nil, nil, err
	}
	var corners [][]float64
	for _, name := range args.Corners {
		v, err := f.answerNumbers(name)
		if err != nil {
			return nil, nil, err
		}
		corners = append(corners, v)
	}
	imageOf := map[string]int{}
	var images [][]metric.Box
	for r := range id.Len() {
		n := number(imageOf, id.Cell(r).String(), len(images))
		if n == len(images) {
			images = append(images, nil)
		}
		images[n] = append(images[n], metric.Box{
			Label: strconv.FormatFloat(math.Trunc(class[r]), 'f', -1, 64),
			XMin:  corners[0][r], YMin: corners[1][r], XMax: corners[2][r], YMax: corners[3][r],
		})
	}
	return images, imageOf, nil
}

// map3D: cells are confidence, x, y, z, width, length, height, yaw, class.
func map3D(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	truth, pred := make([][]metric.Box3D, len(f.pairing.a)), make([][]metric.Box3D, len(f.pairing.s))
	for i, r := range f.pairing.a {
		boxes, _, ok := boxes3D(a, r)
		if !ok {
			return 0, &AnswersError{Problem: "boxes cannot be read"}
		}
		truth[i] = boxes
	}
	for i, r := range f.pairing.s {
		boxes, bad, ok := boxes3D(s, r)
		if !ok {
			return 0, f.malformed(s, r, bad, "confidence x y z width length height yaw class, in nines, separated by single blanks")
		}
		if err := f.solid(s, r, boxes, truth[i]); err != nil {
			return 0, err
		}
		pred[i] = boxes
	}
	return metric.MAP3D(truth, pred)
}

func boxes3D(c *table.Column, row int) (boxes []metric.Box3D, bad string, ok bool) {
	if strings.TrimFunc(c.Raw(row), table.PythonSpace) == "" {
		return nil, "", true
	}
	t, even := tokens(c, row, 9)
	if !even {
		return nil, "", false
	}
	for ; len(t) > 0; t = t[9:] {
		v, bad := floats(t[:8])
		if v == nil {
			return nil, bad, false
		}
		boxes = append(boxes, metric.Box3D{
			Label: t[8], Confidence: v[0], X: v[1], Y: v[2], Z: v[3], Width: v[4], Length: v[5], Height: v[6], Yaw: v[7],
		})
	}
	return boxes, "", true
}

// solid refuses boxes without extent or place; paper only looks at boxes of
// classes that the sample has.
func (f *frame) solid(c *table.Column, row int, boxes, truth []metric.Box3D) error {
	classes := map[string]bool{}
	for _, b := range truth {
		classes[b.Label] = true
	}
	for _, b := range boxes {
		if !classes[b.Label] && !f.isStrict() && !f.blind {
			continue
		}
		if !(b.Width > 0 && b.Length > 0 && b.Height > 0) {
			return f.refuse(OutOfRange, c, row, "holds a box without extent", "width, length and height above 0")
		}
		for _, v := range []float64{b.X, b.Y, b.Z, b.Yaw} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return f.refuse(NotFinite, c, row, "holds a number that is not finite", "finite numbers")
			}
		}
	}
	return nil
}

// number returns k's number in m, giving it the next one when it has none.
func number[K comparable](m map[K]int, k K, next int) int {
	if i, ok := m[k]; ok {
		return i
	}
	m[k] = next
	return next
}
