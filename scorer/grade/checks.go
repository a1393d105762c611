package grade

import (
	"fmt"
	"math"
	"slices"

	"podium/data"
	"podium/scorer/table"
)

// check refuses a submission or lets it pass.
type check func(f *frame) error

// checkMakers is the vocabulary of Rules.Checks.
var checkMakers = map[string]func(data.Call) (check, error){
	"columns":          makeColumns,
	"columns_exact":    makeColumnsExact,
	"columns_in_order": plain(columnsInOrder),
	"column_count":     makeColumnCount,
	"rows_equal":       plain(rowsEqual),
	"not_empty":        plain(notEmpty),
	"ids_equal":        plain(idsEqual),
	"ids_set":          plain(idSets(false, false)),
	"ids_known":        plain(idSets(false, true)),
	"ids_all":          plain(idSets(true, false)),
	"ids_unique":       plain(idsUnique),
	"ids_same_row":     plain(idsSameRow),
	"numeric":          makeNumeric,
	"text":             makeText,
	"no_missing":       plain(noMissingTargets),
	"range":            makeRange,
	"row_sums":         makeRowSums,
}

func plain(c check) func(data.Call) (check, error) {
	return func(call data.Call) (check, error) { return c, call.Args(new(struct{})) }
}

func makeChecks(calls []data.Call) ([]check, error) {
	var checks []check
	for _, call := range calls {
		maker := checkMakers[call.Name]
		if maker == nil {
			return nil, fmt.Errorf("check %q is not in the vocabulary", call.Name)
		}
		c, err := maker(call)
		if err != nil {
			return nil, err
		}
		checks = append(checks, c)
	}
	return checks, nil
}

// rows_equal: as many rows as the answers.
func rowsEqual(f *frame) error {
	if f.sub.Rows == f.ans.Rows {
		return nil
	}
	return &Refusal{
		Code: RowCount, Problem: fmt.Sprintf("the submission has %d rows", f.sub.Rows),
		Expected: fmt.Sprint(f.ans.Rows),
	}
}

// ids_equal: both files sorted by id have the same ids one by one.
func idsEqual(f *frame) error {
	x, err := f.ids()
	if err != nil {
		return err
	}
	at, same := x.same()
	if same {
		return nil
	}
	if err := x.difference(true).refusal(x.s, false, false); err != nil {
		return err
	}
	r := &Refusal{Code: UnknownIDs, Column: x.s[0].Name, Problem: "the ids differ from the answers'", Expected: "every id of the sample submission once"}
	if at >= 0 {
		row := x.sOrder[at]
		r.Row, r.Value = row+1, short(x.s[0].Raw(row))
	}
	return r
}

// ids_set: the sets of ids are equal, repeats pass; ids_known: every id is one of
// the answers; ids_all: every id of the answers occurs.
func idSets(unknownOK, absentOK bool) check {
	return func(f *frame) error {
		x, err := f.ids()
		if err != nil {
			return err
		}
		return x.difference(false).refusal(x.s, unknownOK, absentOK)
	}
}

// ids_unique: no id stands twice in the submission.
func idsUnique(f *frame) error {
	x, err := f.ids()
	if err != nil {
		return err
	}
	var d idDifference
	x.walk(func(s, _ []int) {
		if len(s) > 1 {
			d.repeated = append(d.repeated, s[1:]...)
		}
	})
	return d.refusal(x.s, true, true)
}

// which columns a check looks at.
const (
	theTargets = ""     // the competition's targets
	theTail    = "tail" // all but the first column, whatever they are
	theRest    = "rest" // all but the id column
)

// checked returns the columns a check looks at; they must be numeric as read,
// because pandas compares and adds them.
func (f *frame) checked(which string) ([]*table.Column, error) {
	var cols []*table.Column
	switch which {
	case theTail:
		if len(f.sub.Columns) > 0 {
			cols = f.sub.Columns[1:]
		}
	case theRest:
		for _, c := range f.sub.Columns {
			if c.Name != f.spec.Columns.ID {
				cols = append(cols, c)
			}
		}
	default:
		for _, name := range f.spec.Columns.Targets {
			c, err := f.column(name)
			if err != nil {
				return nil, err
			}
			cols = append(cols, c)
		}
	}
	for _, c := range cols {
		if c.Kind().Numeric() || c.Kind() == table.Bool {
			continue
		}
		for i := range c.Len() {
			if _, ok := c.Cell(i).Float(); !ok {
				return nil, f.notANumber(c, i)
			}
		}
		if c.Len() > 0 {
			return nil, &Refusal{Code: NotANumber, Column: c.Name, Problem: "is not numeric", Expected: "numbers only"}
		}
	}
	return cols, nil
}

func checkWhich(which string) error {
	if !slices.Contains([]string{theTargets, theTail, theRest}, which) {
		return fmt.Errorf("columns %q is not in the vocabulary", which)
	}
	return nil
}

// range: every value lies between min and max; a missing one is out of it unless
// missing is "pass".
func makeRange(call data.Call) (check, error) {
	args := struct {
		Min     float64 `yaml:"min"`
		Max     float64 `yaml:"max"`
		Missing string  `yaml:"missing"`
		Columns string  `yaml:"columns"`
	}{Max: 1}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	pass := args.Missing == "pass"
	return func(f *frame) error {
		cols, err := f.checked(args.Columns)
		if err != nil {
			return err
		}
		expected := fmt.Sprintf("a value from %v to %v", args.Min, args.Max)
		for _, c := range cols {
			values, _ := c.Floats()
			for i, v := range values {
				switch {
				case v >= args.Min && v <= args.Max || pass && math.IsNaN(v):
				case math.IsNaN(v):
					return f.refuse(MissingValue, c, i, "is missing", expected)
				default:
					return f.refuse(OutOfRange, c, i, "is out of range", expected)
				}
			}
		}
		return nil
	}, checkWhich(args.Columns)
}

// row_sums: the columns of each row add up to 1, within tolerance or when rounded
// to a number of decimals. Missing values count as 0.
func makeRowSums(call data.Call) (check, error) {
	var args struct {
		Tolerance float64 `yaml:"tolerance"`
		Decimals  int     `yaml:"decimals"`
		Columns   string  `yaml:"columns"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	near := func(sum float64) bool { return math.Abs(sum-1) <= args.Tolerance }
	if args.Decimals > 0 {
		near = func(sum float64) bool { return roundNumPy(sum, args.Decimals) == 1 }
	}
	return func(f *frame) error {
		cols, err := f.checked(args.Columns)
		if err != nil {
			return err
		}
		for i := range f.sub.Rows {
			sum := 0.0
			for _, c := range cols {
				if v, _ := c.Cell(i).Float(); !math.IsNaN(v) {
					sum += v
				}
			}
			if near(sum) {
				continue
			}
			r := &Refusal{Code: RowSum, Row: i + 1, Value: fmt.Sprint(sum), Problem: "is the sum of the row", Expected: "probabilities that add up to 1"}
			if id := f.sub.Column(f.spec.Columns.ID); id != nil {
				r.ID = short(id.Raw(i))
			}
			return r
		}
		return nil
	}, checkWhich(args.Columns)
}
