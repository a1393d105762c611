package grade

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Codes of refusals.
const (
	NotThere      = "no_submission"   // no file, or one that is not .csv
	Unreadable    = "unreadable"      // the text is no table
	TooLarge      = "too_large"       // beyond the reader's limits
	TooSlow       = "too_slow"        // beyond the time limit
	MissingColumn = "missing_column"  //
	WrongColumns  = "wrong_columns"   // number, order or set of columns
	RowCount      = "row_count"       //
	UnknownIDs    = "unknown_ids"     // ids that the answers do not have
	MissingIDs    = "missing_ids"     // ids of the answers that do not occur
	RepeatedIDs   = "repeated_ids"    //
	UnsortableIDs = "unsortable_ids"  // text and numbers in one column
	NotANumber    = "not_a_number"    //
	NotFinite     = "not_finite"      // NaN or infinite
	MissingValue  = "missing_value"   // an empty cell or a spelling of it
	OutOfRange    = "out_of_range"    //
	RowSum        = "row_sum"         //
	WrongLabel    = "wrong_label"     // a label of another type than the answers'
	Malformed     = "malformed"       // text that the metric cannot read
	Undefined     = "undefined_score" // the metric has no value for these predictions
)

// Refusal says why a submission has no score. Row counts the rows below the
// header from 1. Examples are of the submission, never of the answers.
type Refusal struct {
	Code     string   `json:"code"`
	Column   string   `json:"column,omitempty"`
	Row      int      `json:"row,omitempty"`
	ID       string   `json:"id,omitempty"`
	Value    string   `json:"value,omitempty"`
	Problem  string   `json:"problem"`
	Expected string   `json:"expected,omitempty"`
	Examples []string `json:"examples,omitempty"`
}

func (r *Refusal) Error() string {
	var at []string
	if r.Column != "" {
		at = append(at, "column "+quote(r.Column))
	}
	if r.Row > 0 {
		at = append(at, fmt.Sprintf("row %d", r.Row))
	}
	if r.ID != "" {
		at = append(at, "id "+quote(r.ID))
	}
	s := strings.Join(at, ", ")
	if s != "" {
		s += ": "
	}
	if r.Value != "" {
		s += quote(r.Value) + " "
	}
	s += r.Problem
	if r.Expected != "" {
		s += "; expected " + r.Expected
	}
	if len(r.Examples) > 0 {
		quoted := make([]string, len(r.Examples))
		for i, e := range r.Examples {
			quoted[i] = quote(e)
		}
		s += "; for example " + strings.Join(quoted, ", ")
	}
	return s
}

// quote quotes and shortens text of the submission, control characters escaped.
func quote(s string) string { return fmt.Sprintf("%q", short(s)) }

// short cuts s to at most 60 characters.
func short(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// refusal returns err's Refusal; any other error is Undefined.
func refusal(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return &Refusal{Code: Undefined, Problem: err.Error()}
}
