package grade

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"podium/data"
	"podium/scorer/metric"
	"podium/scorer/table"
)

// cutFirst splits an id at its first underscore.
func cutFirst(id string) (before, after string, found bool) { return strings.Cut(id, "_") }

// texts returns answers and predictions of the target as Python's str() writes
// them, rows in pairs; a missing cell is missing.
func (f *frame) texts(missing string) (truth, pred []string, err error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return nil, nil, err
	}
	read := func(c *table.Column, rows []int) []string {
		out := make([]string, len(rows))
		for i, r := range rows {
			v := c.Cell(r)
			out[i] = v.String()
			if v.Kind == table.CellMissing {
				out[i] = missing
			}
		}
		return out
	}
	return read(a, f.pairing.a), read(s, f.pairing.s), nil
}

// levenshteinMean: a missing cell is the text "nan"; strict refuses it.
func levenshteinMean(f *frame) (float64, error) {
	if err := f.strictText(); err != nil {
		return 0, err
	}
	truth, pred, err := f.texts("nan")
	if err != nil {
		return 0, err
	}
	v, err := metric.LevenshteinMean(truth, pred)
	return v, f.located(err)
}

// strictText refuses a missing target under strict.
func (f *frame) strictText() error {
	if !f.isStrict() {
		return nil
	}
	return f.noMissing(f.sub.Column(f.spec.Columns.Targets[0]))
}

// levenshteinNormalised: cells are whole numbers separated by white space.
func levenshteinNormalised(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	pred := make([][]string, len(f.pairing.s))
	for i, r := range f.pairing.s {
		tokens, bad := wholeTokens(s.Cell(r).String())
		if bad != "" {
			return 0, f.refuse(Malformed, s, r, "holds "+quote(bad)+", which is no whole number", "whole numbers separated by blanks")
		}
		pred[i] = tokens
	}
	truth := make([][]string, len(f.pairing.a))
	for i, r := range f.pairing.a {
		tokens, bad := wholeTokens(a.Cell(r).String())
		if bad != "" {
			return 0, &AnswersError{Problem: "a sequence holds what is no whole number"}
		}
		truth[i] = tokens
	}
	v, err := metric.LevenshteinNormalised(truth, pred)
	return v, f.located(err)
}

// wholeTokens splits whole numbers and writes each in one way; bad is the first
// token that is none.
func wholeTokens(text string) (tokens []string, bad string) {
	for _, token := range strings.FieldsFunc(text, table.PythonSpace) {
		n, ok := table.PythonInteger(token)
		if !ok {
			return nil, token
		}
		tokens = append(tokens, n)
	}
	return tokens, ""
}

// jaccard_words_mean: both_empty is the score of a row without words on either
// side, or "refuse".
func makeJaccardWords(call data.Call) (scorer, error) {
	var args struct {
		BothEmpty string `yaml:"both_empty"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	empty := map[string]float64{"0": 0, "1": 1, "refuse": 0}
	value, ok := empty[args.BothEmpty]
	if !ok {
		return nil, fmt.Errorf("both_empty %q is not 0, 1 or refuse", args.BothEmpty)
	}
	return func(f *frame) (float64, error) {
		truth, pred, err := f.texts("")
		if err != nil {
			return 0, err
		}
		lower := cases.Lower(language.Und)
		scores := make([]float64, len(truth))
		for i := range truth {
			a, b := wordSet(lower.String(truth[i])), wordSet(lower.String(pred[i]))
			scores[i] = metric.Jaccard(a, b)
			if len(a)+len(b) > 0 {
				continue
			}
			scores[i] = value
			if args.BothEmpty == "refuse" {
				if !f.isStrict() {
					c := f.sub.Column(f.spec.Columns.Targets[0])
					return 0, f.refuse(Undefined, c, f.pairing.s[i], "has no words", "some words in every row")
				}
				scores[i] = 1
			}
		}
		return metric.Mean(scores), nil
	}, nil
}

// wordSet splits at white space as Python does.
func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.FieldsFunc(s, table.PythonSpace) {
		set[w] = true
	}
	return set
}

// f1MicroSets: cells are labels separated by white space; a missing one is empty.
func f1MicroSets(f *frame) (float64, error) {
	truth, pred, err := f.texts("")
	if err != nil {
		return 0, err
	}
	sets := func(text []string) []map[string]bool {
		out := make([]map[string]bool, len(text))
		for i, t := range text {
			out[i] = wordSet(t)
		}
		return out
	}
	v, err := metric.F1MicroSets(sets(truth), sets(pred), f.isStrict())
	return v, f.located(err)
}

// map_at_k: cells are labels separated by single blanks, best first.
func makeMAPAtK(call data.Call) (scorer, error) {
	var args struct {
		K int `yaml:"k"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	if args.K < 1 {
		return nil, fmt.Errorf("k %d is below 1", args.K)
	}
	return func(f *frame) (float64, error) {
		truth, pred, err := f.texts("nan")
		if err != nil {
			return 0, err
		}
		if len(truth) != len(pred) {
			return 0, f.located(metric.ErrLength)
		}
		scores := make([]float64, len(truth))
		var right, listed []string // of one row, used again for the next
		for i := range truth {
			right, listed = appendSplit(right[:0], truth[i], math.MaxInt), appendSplit(listed[:0], pred[i], args.K)
			scores[i] = metric.AveragePrecisionAtK(right, listed, args.K)
		}
		return metric.Mean(scores), nil
	}, nil
}

// appendSplit appends the first n words of Python's s.split(" ") to words.
func appendSplit(words []string, s string, n int) []string {
	for ; n > 0; n-- {
		word, rest, more := strings.Cut(s, " ")
		words = append(words, word)
		if !more {
			break
		}
		s = rest
	}
	return words
}

// top1Error: 1 less the accuracy of the first whole number of each cell.
func top1Error(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	pred := make([]int64, len(f.pairing.s))
	for i, r := range f.pairing.s {
		v := s.Cell(r)
		switch v.Kind {
		case table.CellInt, table.CellBool:
			pred[i] = v.I
			continue
		case table.CellText:
			words := strings.FieldsFunc(v.S, table.PythonSpace)
			if len(words) > 0 {
				if n, ok := table.PythonInt(words[0]); ok {
					pred[i] = n
					continue
				}
			}
		}
		return 0, f.refuse(WrongLabel, s, r, "does not start with a whole number", "whole numbers, best first")
	}
	truth := make([]int64, len(f.pairing.a))
	for i, r := range f.pairing.a {
		n, ok := a.Cell(r).Float()
		if !ok {
			return 0, &AnswersError{Problem: "a label is no whole number"}
		}
		truth[i] = int64(n)
	}
	v, err := metric.Accuracy(truth, pred)
	return 1 - v, f.located(err)
}

// kendallTau: cells are items separated by white space, in order.
func kendallTau(f *frame) (float64, error) {
	truth, pred, err := f.texts("nan")
	if err != nil {
		return 0, err
	}
	c := f.sub.Column(f.spec.Columns.Targets[0])
	positions := make([][]int, len(truth))
	for i := range truth {
		right, said := strings.FieldsFunc(truth[i], table.PythonSpace), strings.FieldsFunc(pred[i], table.PythonSpace)
		if len(right) != len(said) {
			return 0, f.refuse(Malformed, c, f.pairing.s[i], fmt.Sprintf("has %d items", len(said)), "every item of the row once")
		}
		at := make(map[string]int, len(said))
		for k := len(said) - 1; k >= 0; k-- {
			at[said[k]] = k
		}
		if f.isStrict() && len(at) != len(said) {
			return 0, f.refuse(Malformed, c, f.pairing.s[i], "repeats an item", "every item of the row once")
		}
		positions[i] = make([]int, len(right))
		for k, item := range right {
			pos, ok := at[item]
			if !ok {
				return 0, f.refuse(Malformed, c, f.pairing.s[i], "lacks an item of the row", "every item of the row once")
			}
			positions[i][k] = pos
		}
	}
	v, err := metric.KendallTau(positions)
	return v, f.located(err)
}
