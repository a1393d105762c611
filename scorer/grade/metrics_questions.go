package grade

import (
	"strings"

	"podium/scorer/metric"
	"podium/scorer/table"
)

// qaAccuracy: a prediction is "start:end", YES, NO or blank; the answers' cell
// holds the right ones, separated by blanks. A row is right when its prediction is
// one of them, or blank where there are none.
func qaAccuracy(f *frame) (float64, error) {
	s, a, err := f.targetColumns()
	if err != nil {
		return 0, err
	}
	right, all := make([]bool, len(f.pairing.s)), make([]bool, len(f.pairing.s))
	for i, r := range f.pairing.s {
		all[i] = true
		v := s.Cell(r)
		text := v.String()
		if v.Kind == table.CellMissing {
			text = ""
		}
		answer, ok := readSpan(text)
		if !ok {
			return 0, f.refuse(Malformed, s, r, "is no span", "start:end, YES, NO or blank")
		}
		valid := strings.Fields(a.Raw(f.pairing.a[i]))
		right[i] = answer == "" && len(valid) == 0
		for _, v := range valid {
			right[i] = right[i] || v == answer
		}
	}
	v, err := metric.Accuracy(all, right)
	return v, f.located(err)
}

// readSpan reads a prediction into one spelling.
func readSpan(text string) (string, bool) {
	text = strings.TrimFunc(text, table.PythonSpace)
	if start, end, found := strings.Cut(text, ":"); found && !strings.Contains(end, ":") {
		from, ok := table.PythonInteger(start)
		to, ok2 := table.PythonInteger(end)
		return from + ":" + to, ok && ok2
	}
	return text, text == "YES" || text == "NO" || text == ""
}
