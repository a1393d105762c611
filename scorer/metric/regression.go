package metric

import "math"

// RMSE is the root of the mean squared error, √(1/n · Σ (yᵢ − pᵢ)²), in the unit
// of y. Values that are not finite are refused with a *ValueError.
//
// Source: scikit-learn root_mean_squared_error.
func RMSE(truth, pred []float64) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	sq := make([]float64, len(truth))
	for i, y := range truth {
		d := y - pred[i]
		sq[i] = d * d
	}
	return math.Sqrt(Mean(sq)), nil
}
