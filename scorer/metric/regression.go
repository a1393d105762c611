package metric

import (
	"math"
	"slices"
)

// RMSE is the root of the mean squared error, √(1/n · Σ (yᵢ − pᵢ)²), in the unit
// of y. Values that are not finite are refused with a *ValueError.
//
// Source: scikit-learn root_mean_squared_error.
func RMSE(truth, pred []float64) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	squares := sumOf(len(truth), func(i int) float64 {
		d := truth[i] - pred[i]
		return d * d
	})
	return math.Sqrt(squares / float64(len(truth))), nil
}

// RMSLE is the RMSE of ln(1+y) and ln(1+p). Values of −1 and below are refused
// with a *ValueError.
//
// Source: scikit-learn root_mean_squared_log_error since 1.6 (older versions
// refuse every negative value).
func RMSLE(truth, pred []float64) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	logs := [2][]float64{make([]float64, len(truth)), make([]float64, len(truth))}
	for k, column := range [][]float64{truth, pred} {
		for i, v := range column {
			if v <= -1 {
				return 0, &ValueError{Row: i, Value: v, Problem: "is not above -1"}
			}
			logs[k][i] = math.Log1p(v)
		}
	}
	return RMSE(logs[0], logs[1])
}

// MAE is the mean absolute error 1/n · Σ |yᵢ − pᵢ|, in the unit of y.
//
// Source: scikit-learn mean_absolute_error.
func MAE(truth, pred []float64) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	d := make([]float64, len(truth))
	for i, y := range truth {
		d[i] = math.Abs(pred[i] - y)
	}
	return Mean(d), nil
}

// LogMAEByGroup is the plain mean over groups of ln MAE. groups hold the rows of
// each group; a group without error makes the score −Inf.
//
// Source: Kaggle, Predicting Molecular Properties, Evaluation.
func LogMAEByGroup(truth, pred []float64, groups [][]int) (float64, error) {
	if err := checkPair(truth, pred); err != nil {
		return 0, err
	}
	logs := make([]float64, len(groups))
	for g, rows := range groups {
		y, p := make([]float64, len(rows)), make([]float64, len(rows))
		for k, i := range rows {
			y[k], p[k] = truth[i], pred[i]
		}
		mae, err := MAE(y, p)
		if err != nil {
			return 0, err
		}
		logs[g] = math.Log(mae)
	}
	return Mean(logs), nil
}

// LaplaceLogLikelihood is the mean of −√2·δ/σ − ln(√2·σ) with σ the confidence, at
// least sigmaMin, and δ = |y − p|, at most deltaMax; y, p and the confidence are in
// millilitres. Higher is better, values are negative. NaN for no rows.
//
// Source: Kaggle, OSIC Pulmonary Fibrosis Progression, Evaluation.
func LaplaceLogLikelihood(truth, pred, confidence []float64, sigmaMin, deltaMax float64) (float64, error) {
	if len(truth) != len(pred) || len(truth) != len(confidence) {
		return 0, ErrLength
	}
	v := make([]float64, len(truth))
	for i, y := range truth {
		sigma := max(confidence[i], sigmaMin)
		delta := min(math.Abs(y-pred[i]), deltaMax)
		v[i] = -math.Sqrt2*delta/sigma - math.Log(math.Sqrt2*sigma)
	}
	return Mean(v), nil
}

// Direction is a point on the sphere, in radians: azimuth around, zenith from the pole.
type Direction struct{ Azimuth, Zenith float64 }

// AngularError is the mean angle, in radians, between true and predicted
// directions: arccos of sin z₁ sin z₂ (cos a₁ cos a₂ + sin a₁ sin a₂) + cos z₁ cos z₂,
// kept within −1 and 1.
//
// Source: Kaggle, IceCube Neutrinos in Deep Ice, Evaluation.
func AngularError(truth, pred []Direction) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(truth) == 0 {
		return 0, ErrEmpty
	}
	angles := make([]float64, len(truth))
	for i := range truth {
		sa1, ca1 := math.Sincos(truth[i].Azimuth)
		sz1, cz1 := math.Sincos(truth[i].Zenith)
		sa2, ca2 := math.Sincos(pred[i].Azimuth)
		sz2, cz2 := math.Sincos(pred[i].Zenith)
		angles[i] = math.Acos(clip(sz1*sz2*(ca1*ca2+sa1*sa2)+cz1*cz2, -1, 1))
	}
	return Mean(angles), nil
}

// earthRadius is what HaversineP50P95 takes for the Earth's radius, in metres.
const earthRadius = 6_371_000

// Position is a place on Earth in degrees.
type Position struct{ Latitude, Longitude float64 }

// HaversineP50P95 is the mean over trips of the mean of the 50th and the 95th
// percentile of the distance, in metres, between true and predicted positions.
// trips hold the pairs of each trip. A missing position makes the score NaN.
//
// Source: Kaggle, Smartphone Decimeter Challenge 2022, Evaluation.
func HaversineP50P95(truth, pred []Position, trips [][]int) (float64, error) {
	if len(truth) != len(pred) {
		return 0, ErrLength
	}
	if len(trips) == 0 {
		return 0, ErrEmpty
	}
	scores := make([]float64, len(trips))
	for k, rows := range trips {
		d := make([]float64, len(rows))
		for i, r := range rows {
			d[i] = haversine(truth[r], pred[r])
		}
		scores[k] = (percentile(d, 0.50) + percentile(d, 0.95)) / 2
	}
	return Mean(scores), nil
}

// haversine is the great-circle distance of two places in metres.
func haversine(a, b Position) float64 {
	rad := func(deg float64) float64 { return deg * (math.Pi / 180) }
	dLat, dLon := rad(b.Latitude)-rad(a.Latitude), rad(b.Longitude)-rad(a.Longitude)
	s1, s2 := math.Sin(dLat/2), math.Sin(dLon/2)
	h := s1*s1 + math.Cos(rad(a.Latitude))*math.Cos(rad(b.Latitude))*s2*s2
	return 2 * earthRadius * math.Asin(math.Sqrt(h))
}

// percentile is the value at position f·(n−1) of the sorted values, interpolated
// linearly (NumPy's default); NaN when a value is NaN or there is none.
func percentile(v []float64, f float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	v = slices.Clone(v)
	slices.Sort(v) // NaN first
	if math.IsNaN(v[0]) {
		return math.NaN()
	}
	at := f * float64(len(v)-1)
	low := int(math.Floor(at))
	if low+1 >= len(v) {
		return v[len(v)-1]
	}
	t, a, b := at-float64(low), v[low], v[low+1]
	if t >= 0.5 {
		return b - (b-a)*(1-t)
	}
	return a + (b-a)*t
}
