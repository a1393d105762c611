package metric

import (
	"cmp"
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
	order := make([]int, len(score))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(score[j], score[i]) })
	var fps, tps []float64 // counts at each distinct score
	fp, tp := 0.0, 0.0
	for k, i := range order {
		if truth[i] {
			tp++
		} else {
			fp++
		}
		if k+1 == len(order) || score[order[k+1]] != score[i] {
			fps, tps = append(fps, fp), append(tps, tp)
		}
	}
	if fp == 0 || tp == 0 {
		return nil, nil
	}
	c := &curve{fpr: []float64{0}, tpr: []float64{0}}
	for k := range fps {
		inner := k > 0 && k+1 < len(fps)
		if inner && fps[k+1]-fps[k] == fps[k]-fps[k-1] && tps[k+1]-tps[k] == tps[k]-tps[k-1] {
			continue
		}
		c.fpr, c.tpr = append(c.fpr, fps[k]/fp), append(c.tpr, tps[k]/tp)
	}
	return c, nil
}

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
