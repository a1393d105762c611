package grade

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

// maskArgs say how big images are and how nothing is written.
type maskArgs struct {
	Height       int    `yaml:"height"`        // pixels, of every image
	Width        int    `yaml:"width"`         // pixels
	HeightColumn string `yaml:"height_column"` // or the answers' columns that say so
	WidthColumn  string `yaml:"width_column"`
	Empty        string `yaml:"empty"` // what else than a missing cell is an empty mask
}

func (a maskArgs) check() error {
	constant, columns := a.Height > 0 && a.Width > 0, a.HeightColumn != "" && a.WidthColumn != ""
	if constant == columns {
		return fmt.Errorf("either height and width or their columns are required")
	}
	return nil
}

// maskScorer scores masks; pixels is the size of the first image.
type maskScorer func(f *frame, truth, pred []metric.Mask, pixels int) (float64, error)

func makeMaskMetric(score maskScorer) func(data.Call) (scorer, error) {
	return func(call data.Call) (scorer, error) {
		var args maskArgs
		if err := call.Args(&args); err != nil {
			return nil, err
		}
		return func(f *frame) (float64, error) {
			truth, pred, sizes, err := f.masks(args)
			if err != nil {
				return 0, err
			}
			pixels := 0
			if len(sizes) > 0 {
				pixels = sizes[0].pixels()
			}
			if len(truth) != len(pred) {
				return 0, f.located(metric.ErrLength)
			}
			return score(f, truth, pred, pixels)
		}, args.check()
	}
}

type imageSize struct{ height, width int }

func (s imageSize) pixels() int { return s.height * s.width }

// masks returns the masks of the target, rows in pairs, and the images' sizes. The
// answers may have rows to spare.
func (f *frame) masks(args maskArgs) (truth, pred []metric.Mask, sizes []imageSize, err error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return nil, nil, nil, err
	}
	if sizes, err = f.imageSizes(args); err != nil {
		return nil, nil, nil, err
	}
	truth, pred = make([]metric.Mask, len(f.pairing.a)), make([]metric.Mask, len(f.pairing.s))
	for i, r := range f.pairing.a {
		if truth[i], err = readMask(a, r, sizes[i].pixels(), args.Empty, false); err != nil {
			return nil, nil, nil, &AnswersError{Problem: "a mask of theirs " + err.Error()}
		}
	}
	for i, r := range f.pairing.s {
		if pred[i], err = readMask(s, r, sizes[i].pixels(), args.Empty, f.isStrict()); err != nil {
			var bad *metric.RLEError
			if errors.As(err, &bad) {
				err = f.refuse(Malformed, s, r, bad.Problem, "run-length text: starts and lengths in rising order, from 1")
			}
			return nil, nil, nil, err
		}
	}
	return truth, pred, sizes, nil
}

func readMask(c *table.Column, row, pixels int, empty string, exact bool) (metric.Mask, error) {
	text := c.Raw(row)
	if c.Missing(row) || text == empty {
		return nil, nil
	}
	return metric.ParseRLE(text, pixels, exact)
}

// imageSizes returns the sizes of the pairs' images.
func (f *frame) imageSizes(args maskArgs) ([]imageSize, error) {
	sizes := make([]imageSize, len(f.pairing.a))
	if args.Height > 0 {
		return slices.Repeat([]imageSize{{args.Height, args.Width}}, len(sizes)), nil
	}
	heights, err := f.answerNumbers(args.HeightColumn)
	if err != nil {
		return nil, err
	}
	widths, err := f.answerNumbers(args.WidthColumn)
	if err != nil {
		return nil, err
	}
	for i, r := range f.pairing.a {
		h, w := heights[r], widths[r]
		if !(h >= 1 && w >= 1 && h*w < math.MaxInt32) {
			return nil, &AnswersError{Problem: fmt.Sprintf("an image is %v high and %v wide", h, w)}
		}
		sizes[i] = imageSize{int(h), int(w)}
	}
	return sizes, nil
}

func diceGlobal(_ *frame, truth, pred []metric.Mask, _ int) (float64, error) {
	return metric.DiceGlobal(truth, pred)
}

func diceMean(_ *frame, truth, pred []metric.Mask, _ int) (float64, error) {
	return metric.DiceMean(truth, pred, 1)
}

// iouPrecision: under paper an empty prediction of something is the whole image.
func iouPrecision(f *frame, truth, pred []metric.Mask, pixels int) (float64, error) {
	return metric.IoUPrecision(truth, pred, pixels, !f.isStrict())
}

// fbeta_pixels: {beta, height_column, width_column}.
func makeFBeta(call data.Call) (scorer, error) {
	var args struct {
		Beta     float64 `yaml:"beta"`
		maskArgs `yaml:",inline"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		truth, pred, _, err := f.masks(args.maskArgs)
		if err != nil {
			return 0, err
		}
		return metric.FBetaPixels(truth, pred, args.Beta)
	}, args.check()
}

// dice_hausdorff_3d: an id is a day and a slice, joined by separator. Under paper
// the submission's slices are stacked by the submission's own ids.
func makeDiceHausdorff(call data.Call) (scorer, error) {
	var args struct {
		Dice      float64 `yaml:"dice"`
		Hausdorff float64 `yaml:"hausdorff"`
		Separator string  `yaml:"separator"`
		maskArgs  `yaml:",inline"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		f.pairing.s = f.pairing.s[:min(len(f.pairing.a), len(f.pairing.s))]
		truth, pred, sizes, err := f.masks(args.maskArgs)
		if err != nil {
			return 0, err
		}
		s, err := f.column(f.spec.Columns.ID)
		if err != nil {
			return 0, err
		}
		a, err := f.answer(f.spec.Columns.ID)
		if err != nil {
			return 0, err
		}
		truthVolumes, err := stack(truth, sizes, idsOf(a, f.pairing.a), args.Separator)
		if err != nil {
			return 0, &AnswersError{Problem: err.Error()}
		}
		names := idsOf(s, f.pairing.s)
		if f.isStrict() {
			names = idsOf(a, f.pairing.a)
		}
		predVolumes, err := stack(pred, sizes, names, args.Separator)
		if err != nil {
			return 0, &Refusal{Code: Malformed, Column: s.Name, Problem: err.Error(), Expected: "the ids in the sample submission's order"}
		}
		return metric.DiceHausdorff(truth[:len(pred)], pred, truthVolumes, predVolumes, args.Dice, args.Hausdorff)
	}, args.check()
}

func idsOf(c *table.Column, rows []int) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = c.Raw(r)
	}
	return out
}

// stack joins the masks of each slice and stacks the slices of each day, days in
// rising order of their first slice.
func stack(masks []metric.Mask, sizes []imageSize, ids []string, separator string) ([]metric.Volume, error) {
	order := upTo(len(ids))
	slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(ids[i], ids[j]) })
	at := map[string]int{}
	var volumes []metric.Volume
	for k, i := range order {
		day, _, _ := strings.Cut(ids[i], separator)
		n, ok := at[day]
		if !ok {
			n = len(volumes)
			at[day] = n
			volumes = append(volumes, metric.Volume{Height: sizes[i].height, Width: sizes[i].width})
		}
		v := &volumes[n]
		if v.Height != sizes[i].height || v.Width != sizes[i].width {
			return nil, fmt.Errorf("slices of one day differ in size")
		}
		if k > 0 && ids[order[k-1]] == ids[i] {
			last := &v.Slices[len(v.Slices)-1]
			*last = last.Union(masks[i])
			continue
		}
		v.Slices = append(v.Slices, masks[i])
	}
	return volumes, nil
}
