package grade

import (
	"cmp"
	"math"
	"slices"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

func sortBy(rows []int, key func(int) int) {
	slices.SortStableFunc(rows, func(i, j int) int { return cmp.Compare(key(i), key(j)) })
}

func rocAUC(f *frame) (float64, error) {
	truth, pred, err := f.pairedClasses(0)
	if err != nil {
		return 0, err
	}
	v, err := metric.ROCAUC(truth, pred)
	return v, f.located(err, f.spec.Columns.Targets[0])
}

func binaryLogLoss(f *frame) (float64, error) {
	truth, pred, err := f.pairedClasses(0)
	if err != nil {
		return 0, err
	}
	v, err := metric.BinaryLogLoss(truth, pred)
	return v, f.located(err, f.spec.Columns.Targets[0])
}

// weighted_auc: bands of the true positive rate and their weights.
func makeWeightedAUC(call data.Call) (scorer, error) {
	var args struct {
		Bands   []float64 `yaml:"bands"`
		Weights []float64 `yaml:"weights"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		truth, pred, err := f.pairedClasses(0)
		if err != nil {
			return 0, err
		}
		v, err := metric.WeightedAUC(truth, pred, args.Bands, args.Weights)
		return v, f.located(err, f.spec.Columns.Targets[0])
	}, nil
}

// roc_auc_macro_columnwise: one target a class. With pair "position" paper takes
// the submission's columns but the id in their order, whatever their names.
func makeROCAUCMacro(call data.Call) (scorer, error) {
	var args struct {
		Pair string `yaml:"pair"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		targets := f.spec.Columns.Targets
		if args.Pair == "position" {
			names := slices.DeleteFunc(f.sub.Names(), func(n string) bool { return n == f.spec.Columns.ID })
			switch {
			case !f.isStrict() && len(names) != len(targets):
				return 0, &Refusal{Code: WrongColumns, Problem: "the submission has the columns " + found(f.sub), Expected: "the id and one column a class"}
			case !f.isStrict():
				targets = names
			}
		}
		truth, score := make([][]bool, len(targets)), make([][]float64, len(targets))
		for k, target := range targets {
			y, err := f.truths(k)
			if err != nil {
				return 0, err
			}
			if truth[k], err = twoClasses(take(y, f.pairing.a)); err != nil {
				return 0, err
			}
			c, err := f.column(target)
			if err != nil {
				return 0, err
			}
			if score[k], err = f.numbers(c, f.pairing.s); err != nil {
				return 0, err
			}
		}
		v, err := metric.ROCAUCMacro(truth, score)
		return v, f.located(err, targets...)
	}, nil
}

// jigsaw_bias_auc: the subgroups are columns of the answers. Paper cuts the
// predictions to 0 and 1 at the threshold before any AUC; strict does not.
func makeBiasAUC(call data.Call) (scorer, error) {
	var args struct {
		Groups    []string `yaml:"groups"`
		Power     float64  `yaml:"power"`
		Weight    float64  `yaml:"weight"`
		Threshold float64  `yaml:"threshold"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		name := f.spec.Columns.Targets[0]
		if alternative := f.spec.Truth(0); f.sub.Has(alternative) {
			if f.sub.Has(name) {
				return 0, &Refusal{Code: WrongColumns, Problem: "both " + quote(name) + " and " + quote(alternative) + " are there", Expected: "one of them"}
			}
			name = alternative
		}
		pred, err := f.asRead(name)
		if err != nil {
			return 0, err
		}
		pred = take(pred, f.pairing.s)
		if !f.isStrict() {
			for i, p := range pred {
				pred[i] = step(p >= args.Threshold)
			}
		}
		above := func(name string) ([]bool, error) {
			v, err := f.answerNumbers(name)
			if err != nil {
				return nil, err
			}
			out := make([]bool, len(f.pairing.a))
			for i, r := range f.pairing.a {
				out[i] = v[r] >= args.Threshold
			}
			return out, nil
		}
		truth, err := above(f.spec.Truth(0))
		if err != nil {
			return 0, err
		}
		var groups [][]bool
		for _, g := range args.Groups {
			in, err := above(g)
			if err != nil {
				return 0, err
			}
			groups = append(groups, in)
		}
		v, err := metric.BiasAUC(truth, pred, groups, args.Power, args.Weight, f.isStrict())
		return v, f.located(err, name)
	}, nil
}

func step(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// asRead is numbers without scikit-learn's conversion: text is refused.
func (f *frame) asRead(name string) ([]float64, error) {
	c, err := f.column(name)
	if err != nil {
		return nil, err
	}
	for i := range c.Len() {
		if _, ok := c.Cell(i).Float(); !ok {
			return nil, f.notANumber(c, i)
		}
	}
	return f.numbers(c, upTo(c.Len()))
}

// lwlrap: one target a class. Upstream cannot negate booleans, so a submission of
// nothing else is refused.
func lwlrap(f *frame) (float64, error) {
	booleans := func(name string) bool { return f.sub.Column(name).Kind() == table.Bool }
	if all := f.spec.Columns.Targets; !slices.ContainsFunc(all, func(name string) bool { return !booleans(name) }) {
		return 0, &Refusal{Code: NotANumber, Problem: "every class column is boolean", Expected: "numbers"}
	}
	truth, pred, err := f.classColumns()
	if err != nil {
		return 0, err
	}
	rows, scores := make([][]bool, len(f.pairing.a)), make([][]float64, len(f.pairing.a))
	for i := range rows {
		rows[i], scores[i] = make([]bool, len(truth)), make([]float64, len(truth))
		for k := range truth {
			rows[i][k], scores[i][k] = truth[k][i] > 0, pred[k][i]
			if v := pred[k][i]; math.IsNaN(v) || math.IsInf(v, 0) {
				return 0, f.located(&metric.ValueError{Column: k, Row: i, Value: v, Problem: "is not finite"}, f.spec.Columns.Targets...)
			}
		}
	}
	return metric.LWLRAP(rows, scores)
}

// weightedArgs are the labels of a study with their weights.
type weightedArgs struct {
	Labels   []string  `yaml:"labels"`
	Negative []float64 `yaml:"negative"`
	Positive []float64 `yaml:"positive"`
}

// weighted_multilabel_log_loss: an id is a study and a label, joined by the first
// underscore.
func makeWeightedLogLoss(call data.Call) (scorer, error) {
	var args weightedArgs
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) (float64, error) {
		truth, pred, err := f.pairedClasses(0)
		if err != nil {
			return 0, err
		}
		id, err := f.answer(f.spec.Columns.ID)
		if err != nil {
			return 0, err
		}
		rows, scores, err := studies(id, f.pairing.a, args.Labels, truth, pred)
		if err != nil {
			return 0, err
		}
		return metric.WeightedLogLoss(rows, scores, args.Negative, args.Positive)
	}, nil
}

// studies gathers rows of one label each into rows of one study each, in rising
// order of the study.
func studies(id *table.Column, a []int, labels []string, truth []bool, pred []float64) ([][]bool, [][]float64, error) {
	at := map[string]int{}
	var names []string
	var rows [][]bool
	var scores [][]float64
	for i, r := range a {
		study, label, _ := cutFirst(id.Raw(r))
		k := slices.Index(labels, label)
		if k < 0 {
			return nil, nil, &AnswersError{Problem: "an id ends in no known label"}
		}
		n, ok := at[study]
		if !ok {
			n = len(names)
			at[study] = n
			names = append(names, study)
			rows, scores = append(rows, make([]bool, len(labels))), append(scores, slices.Repeat([]float64{math.NaN()}, len(labels)))
		}
		rows[n][k], scores[n][k] = truth[i], pred[i]
	}
	order := upTo(len(names))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(names[i], names[j]) })
	return take(rows, order), take(scores, order), nil
}

func pearson(f *frame) (float64, error) {
	truth, err := f.truths(0)
	if err != nil {
		return 0, err
	}
	pred, err := f.asRead(f.spec.Columns.Targets[0])
	if err != nil {
		return 0, err
	}
	return metric.Pearson(take(truth, f.pairing.a), take(pred, f.pairing.s))
}

// spearmanMean: one target a column. Under paper a column with a word in it is
// ranked as text.
func spearmanMean(f *frame) (float64, error) {
	scores := make([]float64, len(f.spec.Columns.Targets))
	for k, target := range f.spec.Columns.Targets {
		truth, err := f.truths(k)
		if err != nil {
			return 0, err
		}
		pred, err := f.ranked(target)
		if err != nil {
			return 0, err
		}
		if scores[k], err = metric.Spearman(take(truth, f.pairing.a), take(pred, f.pairing.s)); err != nil {
			return 0, err
		}
	}
	return metric.Mean(scores), nil
}

// ranked returns a column's numbers, or the ranks of its text.
func (f *frame) ranked(name string) ([]float64, error) {
	c, err := f.column(name)
	if err != nil {
		return nil, err
	}
	if c.Kind() != table.Text || f.isStrict() {
		return f.asRead(name)
	}
	text := make([]string, c.Len())
	for i := range text {
		if c.Missing(i) {
			return nil, f.refuse(MissingValue, c, i, "is missing", "a number in every row")
		}
		text[i] = c.Raw(i)
	}
	return metric.Ranks(text), nil
}
