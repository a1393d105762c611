package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"podium/schemas"
)

// maxText bounds the texts that strict reads at all, in bytes.
const maxText = 1 << 20

// reading is the state of one strict check.
type reading struct {
	sample *schemas.Sample
	task   *schemas.Task // nil for an imported release
	args   schemas.Arguments
	out    Strict
	count  map[string]int // reasons by verdict, those not kept included
}

// fail records a reason. line is 1-based in the text, 0 for none.
func (r *reading) fail(verdict, code string, line int, format string, a ...any) {
	r.add(Reason{Verdict: verdict, Code: code, Line: line, Detail: fmt.Sprintf(format, a...)})
}

// wrong records that an argument has not the wanted value.
func (r *reading) wrong(argument, code string, line int, format string, a ...any) {
	r.add(Reason{Verdict: WrongArguments, Code: code, Line: line, Detail: fmt.Sprintf(format, a...), Argument: argument})
}

// Bounds on what is kept of a text that is wrong in very many ways. What is
// beyond them is counted.
const (
	maxReasons = 50  // for each verdict
	maxNotes   = 100 // in Changes and in Further
	maxDetail  = 300 // bytes
)

func (r *reading) add(reason Reason) {
	if r.count == nil {
		r.count = map[string]int{}
	}
	if slices.Contains(r.out.Reasons, reason) {
		return // said already, of the same line
	}
	r.count[reason.Verdict]++
	if r.count[reason.Verdict] > maxReasons {
		return
	}
	if len(reason.Detail) > maxDetail {
		reason.Detail = strings.ToValidUTF8(reason.Detail[:maxDetail], "") + "…"
	}
	r.out.Reasons = append(r.out.Reasons, reason)
}

// bounded cuts a list of notes.
func bounded(notes []string) []string {
	if more := len(notes) - maxNotes; more > 0 {
		notes = append(notes[:maxNotes], fmt.Sprintf("… and %d more", more))
	}
	for i, note := range notes {
		if len(note) > maxDetail {
			notes[i] = strings.ToValidUTF8(note[:maxDetail], "") + "…"
		}
	}
	return notes
}

func checkStrict(sample *schemas.Sample, task *schemas.Task, args schemas.Arguments, output string) Strict {
	r := &reading{sample: sample, task: task, args: args}
	r.out.Mode = schemas.ModePython
	if sample.Type == schemas.TypeBash {
		r.out.Mode = schemas.ModeBash
	}
	r.out.Literal = task == nil
	if r.readable(output) {
		r.out.Text, r.out.Changes = normalise(output)
		if r.out.Mode == schemas.ModeBash {
			r.bash()
		} else {
			r.python()
		}
	}
	r.decide()
	return r.out
}

// readable refuses what no parser may see.
func (r *reading) readable(output string) bool {
	switch {
	case len(output) > maxText:
		r.fail(WrongShape, "too_large", 0, "%d bytes; strict reads up to %d", len(output), maxText)
		return false
	case strings.ContainsRune(output, 0):
		r.fail(WrongShape, "nul", 0, "a NUL character")
		return false
	case loneReturn(output):
		r.fail(WrongShape, "lone_cr", 0, "a carriage return that no line feed follows")
		return false
	case strings.TrimSpace(output) == "":
		r.fail(WrongShape, "empty", 0, "nothing to run")
		return false
	}
	return true
}

// rank orders verdicts: the first that has a reason decides.
func rank(verdict string) int {
	return slices.Index([]string{WrongType, WrongShape, WrongArguments}, verdict)
}

// decide sorts the reasons by rank, in the order found within one, and lets the first decide.
func (r *reading) decide() {
	for verdict, n := range r.count {
		if n > maxReasons {
			r.out.Reasons = append(r.out.Reasons, Reason{Verdict: verdict, Code: "more", Detail: fmt.Sprintf("%d more reasons", n-maxReasons)})
		}
	}
	slices.SortStableFunc(r.out.Reasons, func(a, b Reason) int {
		return cmp.Compare(rank(a.Verdict), rank(b.Verdict))
	})
	if len(r.out.Reasons) > 0 {
		r.out.Verdict = r.out.Reasons[0].Verdict
	}
	slices.Sort(r.out.Further)
	r.out.Further = bounded(slices.Compact(r.out.Further))
	r.out.Changes = bounded(r.out.Changes)
}
