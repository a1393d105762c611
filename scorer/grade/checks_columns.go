package grade

import (
	"fmt"
	"math"
	"slices"

	"podium/data"
	"podium/scorer/table"
)

// named is the id column and the targets, or names where there are any.
func (f *frame) named(names []string) []string {
	if names != nil {
		return names
	}
	return append([]string{f.spec.Columns.ID}, f.spec.Columns.Targets...)
}

// columns: the id column and the targets are there, or those named.
func makeColumns(call data.Call) (check, error) {
	var names []string
	if err := call.Args(&names); err != nil {
		return nil, err
	}
	return func(f *frame) error {
		for _, name := range f.named(names) {
			if _, err := f.column(name); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// columns_exact: the id column and the targets are there, or those named, and
// no others.
func makeColumnsExact(call data.Call) (check, error) {
	var names []string
	if err := call.Args(&names); err != nil {
		return nil, err
	}
	return func(f *frame) error {
		wanted := f.named(names)
		for _, name := range wanted {
			if _, err := f.column(name); err != nil {
				return err
			}
		}
		if len(f.sub.Columns) != len(wanted) {
			return &Refusal{Code: WrongColumns, Problem: "the submission has the columns " + found(f.sub), Expected: table.Describe(wanted)}
		}
		return nil
	}, nil
}

// columns_in_order: the id and the targets, in this order, and no others.
func columnsInOrder(f *frame) error {
	wanted := f.named(nil)
	if !slices.Equal(f.sub.Names(), wanted) {
		return &Refusal{Code: WrongColumns, Problem: "the submission has the columns " + found(f.sub), Expected: "in this order " + table.Describe(wanted)}
	}
	return nil
}

// column_count: {columns: n}, whatever their names.
func makeColumnCount(call data.Call) (check, error) {
	var args struct {
		Columns int `yaml:"columns"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) error {
		if n := len(f.sub.Columns); n != args.Columns {
			return &Refusal{
				Code: WrongColumns, Problem: fmt.Sprintf("the submission has %d columns: %s", n, found(f.sub)), Expected: fmt.Sprint(args.Columns),
			}
		}
		return nil
	}, nil
}

// not_empty: there are rows.
func notEmpty(f *frame) error {
	if f.sub.Rows == 0 {
		return &Refusal{Code: RowCount, Problem: "the submission has no rows", Expected: fmt.Sprint(f.ans.Rows)}
	}
	return nil
}

// ids_same_row: each row has the id of the answers' row of the same number.
func idsSameRow(f *frame) error {
	s, err := f.column(f.spec.Columns.ID)
	if err != nil {
		return err
	}
	a, err := f.answer(f.spec.Columns.ID)
	if err != nil {
		return err
	}
	for i := range min(s.Len(), a.Len()) {
		if !s.Cell(i).Equal(a.Cell(i)) {
			return f.refuse(UnknownIDs, s, i, "is not the id of this row", "the ids in the sample submission's order")
		}
	}
	return nil
}

// numeric: the targets are columns of numbers as read, missing ones allowed, and
// finite if that is set; booleans are numbers only where {booleans: true}.
func makeNumeric(call data.Call) (check, error) {
	var args struct {
		Booleans bool `yaml:"booleans"`
		Finite   bool `yaml:"finite"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) error {
		for _, name := range f.spec.Columns.Targets {
			c, err := f.column(name)
			if err != nil {
				return err
			}
			if !c.Kind().Numeric() && (c.Kind() != table.Bool || !args.Booleans) {
				if i := c.FirstWord(false); i >= 0 {
					return f.refuse(NotANumber, c, i, "is not a number", "a number")
				}
				return &Refusal{Code: NotANumber, Column: name, Problem: "is not numeric", Expected: "numbers only"}
			}
			if !args.Finite {
				continue
			}
			for i := range c.Len() {
				switch v, _ := c.Cell(i).Float(); {
				case math.IsNaN(v):
					return f.refuse(MissingValue, c, i, "is missing", "a finite number")
				case math.IsInf(v, 0):
					return f.refuse(NotFinite, c, i, "is not finite", "a finite number")
				}
			}
		}
		return nil
	}, nil
}

// text: every cell of the targets, or of the columns named, is text; a missing
// one passes where {missing: pass}. A column that reads as numbers is none.
func makeText(call data.Call) (check, error) {
	var args struct {
		Missing string   `yaml:"missing"`
		Columns []string `yaml:"columns"`
	}
	if err := call.Args(&args); err != nil {
		return nil, err
	}
	return func(f *frame) error {
		names := args.Columns
		if names == nil {
			names = f.spec.Columns.Targets
		}
		for _, name := range names {
			c, err := f.column(name)
			if err != nil {
				return err
			}
			for i := range c.Len() {
				switch k := c.Cell(i).Kind; {
				case k == table.CellMissing && args.Missing != "pass":
					return f.refuse(MissingValue, c, i, "is missing", "text in every row")
				case k != table.CellText && k != table.CellMissing:
					return f.refuse(WrongLabel, c, i, "stands in a column that reads as "+c.Kind().String(), "text: at least one cell that is no number")
				}
			}
		}
		return nil
	}, nil
}

// no_missing: no target is missing.
func noMissingTargets(f *frame) error {
	for _, name := range f.spec.Columns.Targets {
		c, err := f.column(name)
		if err != nil {
			return err
		}
		if err := f.noMissing(c); err != nil {
			return err
		}
	}
	return nil
}
