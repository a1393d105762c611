package grade

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

// oneTarget scores the first target's numbers.
func oneTarget(f *frame, score func(truth, pred []float64) (float64, error)) (float64, error) {
	truth, pred, err := f.pairedNumbers(0)
	if err != nil {
		return 0, err
	}
	v, err := score(truth, pred)
	return v, f.located(err, f.spec.Columns.Targets[0])
}

// columnMean scores every target's numbers and takes the plain mean.
func columnMean(f *frame, score func(truth, pred []float64) (float64, error)) (float64, error) {
	scores := make([]float64, len(f.spec.Columns.Targets))
	for k, target := range f.spec.Columns.Targets {
		truth, pred, err := f.pairedNumbers(k)
		if err != nil {
			return 0, err
		}
		if scores[k], err = score(truth, pred); err != nil {
			return 0, f.located(err, target)
		}
	}
	return metric.Mean(scores), nil
}

func rmse(f *frame) (float64, error) { return oneTarget(f, metric.RMSE) }

func mae(f *frame) (float64, error) { return oneTarget(f, metric.MAE) }

func meanColumnwiseRMSE(f *frame) (float64, error) { return columnMean(f, metric.RMSE) }

func meanColumnwiseRMSLE(f *frame) (float64, error) { return columnMean(f, metric.RMSLE) }

// multiclassLogLoss: one target a class.
func multiclassLogLoss(f *frame) (float64, error) {
	truth, pred, err := f.classColumns()
	if err != nil {
		return 0, err
	}
	v, err := metric.MulticlassLogLoss(truth, pred)
	return v, f.located(err, f.spec.Columns.Targets...)
}

// classColumns returns the numbers of every target.
func (f *frame) classColumns() (truth, pred [][]float64, err error) {
	for k := range f.spec.Columns.Targets {
		t, p, err := f.pairedNumbers(k)
		if err != nil {
			return nil, nil, err
		}
		truth, pred = append(truth, t), append(pred, p)
	}
	return truth, pred, nil
}

// klDivergence: one target a class; the answers are counts. Under paper a missing
// prediction adds nothing, and a column of whole numbers is taken as it is.
func klDivergence(f *frame) (float64, error) {
	truth, pred, err := f.classColumns()
	if err != nil {
		return 0, err
	}
	exact := make([]bool, len(pred))
	for k, target := range f.spec.Columns.Targets {
		whole := f.sub.Column(target).Kind() == table.Int
		exact[k] = whole && !f.isStrict()
	}
	for i := range f.pairing.a {
		sum := 0.0
		for k := range truth {
			sum += truth[k][i]
		}
		for k := range truth {
			truth[k][i] /= sum
			if math.IsNaN(pred[k][i]) {
				if f.isStrict() {
					c := f.sub.Column(f.spec.Columns.Targets[k])
					return 0, f.refuse(MissingValue, c, f.pairing.s[i], "is missing", "a number in every row")
				}
				pred[k][i] = truth[k][i]
			}
		}
	}
	return metric.KLDivergence(truth, pred, exact)
}

// log_mae_by_group: groups are the values of a column of the answers.
func makeLogMAE(call data.Call) (scorer, error) {
	var args struct {
		Group string `yaml:"group"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		groups, err := f.pairGroups(args.Group)
		if err != nil {
			return 0, err
		}
		return oneTarget(f, func(truth, pred []float64) (float64, error) {
			return metric.LogMAEByGroup(truth, pred, groups)
		})
	}, nil
}

// pairGroups groups the pairs by a column of the answers, groups in rising order.
func (f *frame) pairGroups(column string) ([][]int, error) {
	c, err := f.answer(column)
	if err != nil {
		return nil, err
	}
	groups, err := table.Groups(c)
	if err != nil {
		return nil, &AnswersError{Problem: err.Error()}
	}
	of := make([]int, c.Len())
	for g := range groups {
		for _, r := range groups[g].Rows {
			of[r] = g + 1
		}
	}
	pairs := make([][]int, len(groups))
	for i, r := range f.pairing.a {
		if g := of[r]; g > 0 {
			pairs[g-1] = append(pairs[g-1], i)
		}
	}
	return pairs, nil
}

// angularError: the targets are azimuth and zenith, in radians.
func angularError(f *frame) (float64, error) {
	truth, pred, err := f.classColumns()
	if err != nil {
		return 0, err
	}
	directions := func(c [][]float64) []metric.Direction {
		d := make([]metric.Direction, len(c[0]))
		for i := range d {
			d[i] = metric.Direction{Azimuth: c[0][i], Zenith: c[1][i]}
		}
		return d
	}
	return metric.AngularError(directions(truth), directions(pred))
}

// haversine_p50_p95: the targets are latitude and longitude, in degrees; trips
// are the ids. Under paper rows of a trip are paired by position.
func makeHaversine(call data.Call) (scorer, error) {
	return func(f *frame) (float64, error) {
		if !f.isStrict() {
			if err := f.pairWithinIDs(); err != nil {
				return 0, err
			}
		}
		trips, err := f.pairGroups(f.spec.Columns.ID)
		if err != nil {
			return 0, err
		}
		truth, pred, err := f.classColumns()
		if err != nil {
			return 0, err
		}
		positions := func(c [][]float64) []metric.Position {
			p := make([]metric.Position, len(c[0]))
			for i := range p {
				p[i] = metric.Position{Latitude: c[0][i], Longitude: c[1][i]}
			}
			return p
		}
		return metric.HaversineP50P95(positions(truth), positions(pred), trips)
	}, call.Args(new(struct{}))
}

// pairWithinIDs pairs the rows of each id in file order; every id of the answers
// must have as many rows in both files.
func (f *frame) pairWithinIDs() error {
	x, err := f.ids()
	if err != nil {
		return err
	}
	f.pairing = pairing{}
	var bad *Refusal
	x.walk(func(s, a []int) {
		if len(a) > 0 && len(s) != len(a) && bad == nil {
			bad = &Refusal{Code: RowCount, Column: f.spec.Columns.ID, Problem: "an id has another number of rows than in the answers", Expected: "every row of the sample submission"}
			if len(s) > 0 {
				bad.Row, bad.Value = s[0]+1, short(x.s[0].Raw(s[0]))
			}
		}
		if len(a) == len(s) {
			f.pairing.a, f.pairing.s = append(f.pairing.a, a...), append(f.pairing.s, s...)
		}
	})
	if bad != nil {
		return bad
	}
	return nil
}

// laplaceArgs name the answers' columns beside the targets (volume, confidence).
type laplaceArgs struct {
	Patient  string  `yaml:"patient"`
	Last     int     `yaml:"last"` // measurements of each patient that count
	SigmaMin float64 `yaml:"sigma_min"`
	DeltaMax float64 `yaml:"delta_max"`
}

// laplace_log_likelihood: the last measured weeks of each patient count; the week
// stands behind the id's last underscore.
func makeLaplace(call data.Call) (scorer, error) {
	var args laplaceArgs
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		keep, err := f.lastMeasured(args)
		if err != nil {
			return 0, err
		}
		x, err := f.ids()
		if err != nil {
			return 0, err
		}
		var p pairing
		x.walk(func(s, a []int) {
			if len(a) > 0 && len(s) > 0 && keep[a[0]] {
				p.a, p.s = append(p.a, a...), append(p.s, s...)
			}
		})
		if len(p.a) == 1 {
			p.a = slices.Repeat(p.a, len(p.s)) // NumPy stretches a single row
		}
		f.pairing = p
		truth, err := f.truths(0)
		if err != nil {
			return 0, err
		}
		volume, err := f.asRead(f.spec.Columns.Targets[0])
		if err != nil {
			return 0, err
		}
		confidence, err := f.asRead(f.spec.Columns.Targets[1])
		if err != nil {
			return 0, err
		}
		for i, v := range confidence {
			if math.IsNaN(v) {
				confidence[i] = 0
			}
		}
		v, err := metric.LaplaceLogLikelihood(take(truth, p.a), take(volume, p.s), take(confidence, p.s), args.SigmaMin, args.DeltaMax)
		return v, f.located(err, f.spec.Columns.Targets...)
	}, nil
}

// lastMeasured tells which rows of the answers are among the last measured ones
// of their patient.
func (f *frame) lastMeasured(args laplaceArgs) ([]bool, error) {
	id, err := f.answer(f.spec.Columns.ID)
	if err != nil {
		return nil, err
	}
	volume, err := f.answer(f.spec.Truth(0))
	if err != nil {
		return nil, err
	}
	patient, err := f.answer(args.Patient)
	if err != nil {
		return nil, err
	}
	groups, err := table.Groups(patient)
	if err != nil {
		return nil, &AnswersError{Problem: err.Error()}
	}
	week := func(r int) int {
		s := id.Raw(r)
		n, _ := strconv.Atoi(s[strings.LastIndexByte(s, '_')+1:])
		return n
	}
	keep := make([]bool, id.Len())
	for _, g := range groups {
		var rows []int
		for _, r := range g.Rows {
			if !volume.Missing(r) {
				rows = append(rows, r)
			}
		}
		sortBy(rows, week)
		for _, r := range rows[max(0, len(rows)-args.Last):] {
			keep[r] = true
		}
	}
	return keep, nil
}
