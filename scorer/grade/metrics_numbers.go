package grade

import "podium/scorer/metric"

// rmse: the only target.
func rmse(f *frame) (float64, error) {
	target := f.spec.Columns.Targets[0]
	truth, pred, err := f.pairedNumbers(target)
	if err != nil {
		return 0, err
	}
	score, err := metric.RMSE(truth, pred)
	return score, f.located(err, target)
}

// multiclassLogLoss: one target a class.
func multiclassLogLoss(f *frame) (float64, error) {
	var truth, pred [][]float64
	for _, target := range f.spec.Columns.Targets {
		t, p, err := f.pairedNumbers(target)
		if err != nil {
			return 0, err
		}
		truth, pred = append(truth, t), append(pred, p)
	}
	score, err := metric.MulticlassLogLoss(truth, pred)
	return score, f.located(err, f.spec.Columns.Targets...)
}
