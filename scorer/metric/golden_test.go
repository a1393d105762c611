package metric_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"podium/scorer/metric"
)

// golden is one computed value. testdata/golden.json was written by scikit-learn
// 1.9.0, SciPy 1.17.1, NumPy 2.4.6 and python-Levenshtein on random inputs; weighted_auc
// by MLE-bench's own function at 783b15a.
type golden struct {
	In   json.RawMessage `json:"in"`
	Want json.RawMessage `json:"want"`
}

func readGolden(t *testing.T) map[string][]golden {
	t.Helper()
	b, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g map[string][]golden
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func decode[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// wanted reads a number, or a string for what JSON has no number for.
func wanted(t *testing.T, raw json.RawMessage) float64 {
	t.Helper()
	var s string
	if json.Unmarshal(raw, &s) == nil {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	return decode[float64](t, raw)
}

func near(a, b, relative float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= relative*max(1, math.Abs(b))
}

type columns struct{ Truth, Pred []float64 }

func classes(v []float64) []bool {
	out := make([]bool, len(v))
	for i, x := range v {
		out[i] = x == 1
	}
	return out
}

func TestGolden(t *testing.T) {
	numbers := map[string]func(c columns) (float64, error){
		"roc_auc":         func(c columns) (float64, error) { return metric.ROCAUC(classes(c.Truth), c.Pred) },
		"binary_log_loss": func(c columns) (float64, error) { return metric.BinaryLogLoss(classes(c.Truth), c.Pred) },
		"weighted_auc": func(c columns) (float64, error) {
			return metric.WeightedAUC(classes(c.Truth), c.Pred, []float64{0, 0.4, 1}, []float64{2, 1})
		},
		"rmse":     func(c columns) (float64, error) { return metric.RMSE(c.Truth, c.Pred) },
		"rmsle":    func(c columns) (float64, error) { return metric.RMSLE(c.Truth, c.Pred) },
		"mae":      func(c columns) (float64, error) { return metric.MAE(c.Truth, c.Pred) },
		"pearson":  func(c columns) (float64, error) { return metric.Pearson(c.Truth, c.Pred) },
		"spearman": func(c columns) (float64, error) { return metric.Spearman(c.Truth, c.Pred) },
		"accuracy": func(c columns) (float64, error) { return metric.Accuracy(c.Truth, c.Pred) },
		"f1_macro": func(c columns) (float64, error) { return metric.F1Macro(c.Truth, c.Pred) },
		"qwk":      func(c columns) (float64, error) { return metric.QuadraticKappa(c.Truth, c.Pred, false) },
		"mcc":      func(c columns) (float64, error) { return metric.MCC(c.Truth, c.Pred) },
	}
	all := readGolden(t)
	for name, score := range numbers {
		if len(all[name]) == 0 {
			t.Errorf("no golden values of %s", name)
		}
		for i, g := range all[name] {
			got, err := score(decode[columns](t, g.In))
			if want := wanted(t, g.Want); err != nil || !near(got, want, 1e-14) {
				t.Errorf("%s %d: %v, %v; want %v", name, i, got, err, want)
			}
		}
	}
	for i, g := range all["multiclass_log_loss"] {
		in := decode[struct{ Truth, Pred [][]float64 }](t, g.In)
		if got, err := metric.MulticlassLogLoss(in.Truth, in.Pred); err != nil || !near(got, wanted(t, g.Want), 1e-14) {
			t.Errorf("multiclass_log_loss %d: %v, %v; want %s", i, got, err, g.Want)
		}
	}
	for i, g := range all["lwlrap"] {
		in := decode[struct{ Truth, Pred [][]float64 }](t, g.In)
		rows := make([][]bool, len(in.Truth))
		for r := range rows {
			rows[r] = classes(in.Truth[r])
		}
		if got, err := metric.LWLRAP(rows, in.Pred); err != nil || !near(got, wanted(t, g.Want), 1e-14) {
			t.Errorf("lwlrap %d: %v, %v; want %s", i, got, err, g.Want)
		}
	}
}

// TestSumIsNumPys: to the last bit.
func TestSumIsNumPys(t *testing.T) {
	for i, g := range readGolden(t)["sum"] {
		if got, want := metric.Sum(decode[[]float64](t, g.In)), wanted(t, g.Want); got != want {
			t.Errorf("sum %d: %v, want %v", i, got, want)
		}
	}
}

func TestLevenshtein(t *testing.T) {
	for _, g := range readGolden(t)["levenshtein"] {
		in := decode[[2]string](t, g.In)
		if got := metric.Levenshtein([]rune(in[0]), []rune(in[1])); fmt.Sprint(got) != string(g.Want) {
			t.Errorf("%q to %q: %d, want %s", in[0], in[1], got, g.Want)
		}
	}
}
