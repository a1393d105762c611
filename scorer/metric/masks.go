package metric

import (
	"errors"
	"math"
	"strconv"
)

func isRange(err error) bool { return errors.Is(err, strconv.ErrRange) }

// DiceGlobal is 2·|truth ∩ pred| / (|truth| + |pred|) over the pixels of all images
// together; NaN when nothing is anywhere.
//
// Source: Kaggle, Identify Contrails to Reduce Global Warming, Evaluation.
func DiceGlobal(truth, pred []Mask) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	common, sizes := 0, 0
	for i := range truth {
		common += truth[i].Common(pred[i])
		sizes += truth[i].Size() + pred[i].Size()
	}
	return 2 * float64(common) / float64(sizes), nil
}

// dice is the Dice coefficient of one image, empty when both masks are.
func dice(truth, pred Mask, empty float64) float64 {
	sizes := truth.Size() + pred.Size()
	if sizes == 0 {
		return empty
	}
	return 2 * float64(truth.Common(pred)) / float64(sizes)
}

// DiceMean is the mean over images of the Dice coefficient; an image with nothing
// on either side counts as empty.
//
// Source: Kaggle, HuBMAP Hacking the Kidney, Evaluation.
func DiceMean(truth, pred []Mask, empty float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	v := make([]float64, len(truth))
	for i := range truth {
		v[i] = dice(truth[i], pred[i], empty)
	}
	return Mean(v), nil
}

// IoUPrecision is the mean over images of the share of the thresholds 0.5, 0.55 …
// 0.95 that the intersection over union strictly exceeds. Nothing on either side
// is 1, something where nothing is 0. With fullIfEmpty an empty prediction of
// something is taken for the whole image of so many pixels, which is what NumPy's
// histograms of a constant make of it; otherwise it is 0.
//
// Source: Kaggle, TGS Salt Identification Challenge, Evaluation.
func IoUPrecision(truth, pred []Mask, pixels int, fullIfEmpty bool) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	step := (0.5 + 0.05) - 0.5 // as numpy.arange counts
	v := make([]float64, len(truth))
	for i := range truth {
		p := pred[i]
		switch t, q := truth[i].Size(), p.Size(); {
		case t == 0 && q == 0:
			v[i] = 1
			continue
		case t == 0:
			continue
		case q == 0 && fullIfEmpty:
			p = Mask{{0, pixels}}
		}
		common := truth[i].Common(p)
		iou := float64(common) / float64(truth[i].Size()+p.Size()-common)
		reached := 0
		for k := range 10 {
			if iou > 0.5+float64(k)*step {
				reached++
			}
		}
		v[i] = float64(reached) / 10
	}
	return Mean(v), nil
}

// FBetaPixels is the mean over images of the F-beta score of their pixels,
// (1+β²)·TP / (β²·|truth| + |pred|), 0 when nothing is on either side.
//
// Source: scikit-learn fbeta_score; Kaggle, Vesuvius Challenge Ink Detection, Evaluation.
func FBetaPixels(truth, pred []Mask, beta float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	v := make([]float64, len(truth))
	for i := range truth {
		d := beta*beta*float64(truth[i].Size()) + float64(pred[i].Size())
		if d > 0 {
			v[i] = (1 + beta*beta) * float64(truth[i].Common(pred[i])) / d
		}
	}
	return Mean(v), nil
}

// meanDefined is the mean of the values that are not NaN; NaN when there is none.
func meanDefined(v []float64) float64 {
	var defined []float64
	for _, x := range v {
		if !math.IsNaN(x) {
			defined = append(defined, x)
		}
	}
	return Mean(defined)
}

// DiceHausdorff joins how much of the masks overlaps with how far they lie apart:
// wDice · mean Dice over images + wHausdorff · (1 − mean Hausdorff distance over
// volumes). What is empty on both sides is left out of either mean. The volumes of
// both sides are compared in their order; where one side has more, they are left out.
//
// Source: Kaggle, UW-Madison GI Tract Image Segmentation, Evaluation.
func DiceHausdorff(truth, pred []Mask, truthVolumes, predVolumes []Volume, wDice, wHausdorff float64) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	d := make([]float64, len(truth))
	for i := range truth {
		d[i] = dice(truth[i], pred[i], math.NaN())
	}
	n := min(len(truthVolumes), len(predVolumes))
	h := make([]float64, n)
	for i := range n {
		h[i] = Hausdorff(truthVolumes[i], predVolumes[i])
	}
	return wDice*meanDefined(d) + wHausdorff*(1-meanDefined(h)), nil
}
