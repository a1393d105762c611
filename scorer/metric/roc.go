package metric

import (
	"math"
	"slices"
)

// curve is a ROC curve: false and true positive rates at falling thresholds,
// from (0, 0) to (1, 1), points on straight lines left out.
//
// Source: scikit-learn roc_curve (drop_intermediate=True).
type curve struct{ fpr, tpr []float64 }

// rocCurve returns nil when one of the classes is missing.
func rocCurve(truth []bool, score []float64) (*curve, error) {
	if len(truth) != len(score) {
		return nil, ErrLength
	}
	if len(truth) == 0 {
		return nil, ErrEmpty
	}
	for i, s := range score {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return nil, &ValueError{Row: i, Value: s, Problem: "is not finite"}
		}
	}
	negatives, positives := fallingBits(truth, score)
	if len(negatives) == 0 || len(positives) == 0 {
		return nil, nil
	}
	return countCurve(negatives, positives), nil
}

// fallingBits splits scores by class, as bits that are in order as the scores are,
// each class sorted to fall.
func fallingBits(truth []bool, score []float64) (negatives, positives []uint64) {
	n := 0
	for _, y := range truth {
		if y {
			n++
		}
	}
	positives, negatives = make([]uint64, 0, n), make([]uint64, 0, len(truth)-n)
	for i, y := range truth {
		if y {
			positives = append(positives, ^orderedBits(score[i]))
		} else {
			negatives = append(negatives, ^orderedBits(score[i]))
		}
	}
	spare := make([]uint64, max(len(positives), len(negatives)))
	sortBits(positives, spare)
	sortBits(negatives, spare)
	return negatives, positives
}

// countCurve walks both classes from the highest score down and leaves out the
// points between two others on a straight line.
func countCurve(negatives, positives []uint64) *curve {
	points, i, j := 0, 0, 0
	var fps, tps []float64
	for pass := range 2 { // count the distinct scores, then keep their counts
		if pass == 1 {
			fps, tps = make([]float64, 0, points), make([]float64, 0, points)
		}
		for i, j = 0, 0; i < len(negatives) || j < len(positives); {
			at := uint64(math.MaxUint64)
			if i < len(negatives) {
				at = negatives[i]
			}
			if j < len(positives) {
				at = min(at, positives[j])
			}
			for i < len(negatives) && negatives[i] == at {
				i++
			}
			for j < len(positives) && positives[j] == at {
				j++
			}
			if pass == 0 {
				points++
				continue
			}
			fps, tps = append(fps, float64(i)), append(tps, float64(j))
		}
	}
	inner := 0
	for k := range fps {
		if k > 0 && k+1 < len(fps) && onLine(fps, k) && onLine(tps, k) {
			inner++
		}
	}
	c := &curve{fpr: make([]float64, 1, len(fps)-inner+2), tpr: make([]float64, 1, len(fps)-inner+2)}
	for k := range fps {
		if k > 0 && k+1 < len(fps) && onLine(fps, k) && onLine(tps, k) {
			continue
		}
		c.fpr, c.tpr = append(c.fpr, fps[k]/float64(len(negatives))), append(c.tpr, tps[k]/float64(len(positives)))
	}
	return c
}

// onLine tells whether v rises by as much before k as behind it.
func onLine(v []float64, k int) bool { return v[k+1]-v[k] == v[k]-v[k-1] }

// trapezoid is the area under the points (x, y): Σ (xₖ₊₁ − xₖ)(yₖ₊₁ + yₖ)/2.
func trapezoid(x, y []float64) float64 {
	if len(x) < 2 {
		return 0
	}
	area := make([]float64, len(x)-1)
	for k := range area {
		area[k] = (x[k+1] - x[k]) * (y[k+1] + y[k]) / 2
	}
	return Sum(area)
}

// ROCAUC is the area under the ROC curve: the share of pairs of a positive and a
// negative row that score orders rightly, ties counting half. It is NaN when one
// class is missing. NaN and infinite scores are refused with a *ValueError.
//
// Source: scikit-learn roc_auc_score since 1.6.
func ROCAUC(truth []bool, score []float64) (float64, error) {
	c, err := rocCurve(truth, score)
	if err != nil {
		return 0, err
	}
	if c == nil {
		return math.NaN(), nil
	}
	return trapezoid(c.fpr, c.tpr), nil
}

// ROCAUCMacro is the plain mean of ROCAUC over columns; NaN when one column has
// one class only.
//
// Source: scikit-learn roc_auc_score (average="macro") on a label indicator matrix.
func ROCAUCMacro(truth [][]bool, score [][]float64) (float64, error) {
	if len(truth) != len(score) {
		return 0, ErrLength
	}
	aucs := make([]float64, len(truth))
	for k := range truth {
		var err error
		if aucs[k], err = ROCAUC(truth[k], score[k]); err != nil {
			return 0, inColumn(k, err)
		}
	}
	return Mean(aucs), nil
}

// WeightedAUC weighs bands of the true positive rate. bands are the band limits
// from 0 to 1, weights one weight a band. A point is put on the ROC curve, by
// linear interpolation, at each limit it does not pass through; then for each
// band the area between the curve's points in it (closed by (1, upper limit)) and
// the band's lower limit is taken. The score is Σ wₖAₖ / Σ wₖ·heightₖ: 1 for a
// perfect ranking. Constant scores give 0.585714 with bands 0, 0.4, 1 and weights 2, 1.
//
// Source: Kaggle, ALASKA2 Image Steganalysis, Evaluation.
func WeightedAUC(truth []bool, score, bands, weights []float64) (float64, error) {
	c, err := rocCurve(truth, score)
	if err != nil {
		return 0, err
	}
	if c == nil {
		return math.NaN(), nil
	}
	for _, limit := range bands {
		c.pass(limit)
	}
	total, norm := 0.0, 0.0
	for k, w := range weights {
		low, high := bands[k], bands[k+1]
		var x, y []float64
		for i, t := range c.tpr {
			if low <= t && t <= high {
				x, y = append(x, c.fpr[i]), append(y, t-low)
			}
		}
		if len(x) > 0 {
			total += w * trapezoid(append(x, 1), append(y, high-low))
		}
		norm += w * (high - low)
	}
	return total / norm, nil
}

// pass puts a point at true positive rate t unless there is one.
func (c *curve) pass(t float64) {
	if slices.Contains(c.tpr, t) {
		return
	}
	for i, v := range c.tpr {
		if v > t {
			f := c.fpr[i-1] + (c.fpr[i]-c.fpr[i-1])*(t-c.tpr[i-1])/(c.tpr[i]-c.tpr[i-1])
			c.tpr, c.fpr = slices.Insert(c.tpr, i, t), slices.Insert(c.fpr, i, f)
			return
		}
	}
}
