package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"podium/internal/program"
)

// percent shows a rate with one decimal.
func percent(f float64) string { return strconv.FormatFloat(100*f, 'f', 1, 64) }

// share shows a rate with its counts and interval: "12 of 40 (30.0 %, 95 % 18.1–45.4)".
func share(r Rate) string {
	if r.Of == 0 {
		return "none"
	}
	return fmt.Sprintf("%d of %d (%s %%, 95 %% %s–%s)", r.Count, r.Of, percent(r.Rate), percent(r.Interval.Low), percent(r.Interval.High))
}

// at shows pass@k: "31.2 % [22.0–42.2]", with bounds where there are any.
func at(p PassAt) string {
	if p.Of == 0 {
		return "none"
	}
	s := fmt.Sprintf("%s %% [%s–%s]", percent(p.Rate), percent(p.Interval.Low), percent(p.Interval.High))
	if p.Bounds != nil {
		s += fmt.Sprintf(" to %s %%", percent(p.Bounds.AllPassed))
	}
	return s
}

// reasons explains why something was not executed.
var reasons = map[string]string{
	"static_only":    "the run executes nothing (--static-only)",
	"judged_static":  "the reference was never seen to pass, so execution proves nothing",
	"no_environment": "the repository has no environment",
	"image_missing":  "the environment's image is missing",
	"source_missing": "the commit is not in the store",
	"no_directory":   "the sample's directory is not in the repository",
}

func reason(s Skip) string {
	if text, ok := reasons[s.Reason]; ok {
		return text
	}
	return program.Escape(s.Reason)
}

// notes are the sentences that a reader needs to not misread the figures.
func (r *Report) notes() []string {
	var notes []string
	add := func(format string, a ...any) { notes = append(notes, fmt.Sprintf(format, a...)) }
	if r.Inputs.StaticOnly {
		add("Static only: nothing was executed, so no output is a pass. Rates before execution are upper bounds.")
	}
	if r.Split.Missing > 0 {
		add("%d of %d samples have no prediction; under both rules they count as fails.", r.Split.Missing, r.Split.Samples)
	}
	if n := r.Paper.All.Dropped; n > 0 {
		add("Upstream drops %d of %d predicted rows because they have not five outputs; paper gives them no pass, strict scores them.", n, r.Split.Predicted)
	}
	if r.Split.DroppedLines > 0 {
		add("%d unusable prediction line(s) were left out (--lenient).", r.Split.DroppedLines)
	}
	for _, s := range r.NotExecuted {
		if s.Reason != "static_only" {
			add("%d execution(s) of %d sample(s) left out: %s.", s.Executions, s.Samples, reason(s))
		}
	}
	if r.Unfinished() {
		add("The run is not finished: %d of %d attempts have been tried.", r.Attempts.Finished+r.Attempts.Troubled, r.Attempts.Planned)
	}
	if r.Open() {
		add("%d attempt(s) could not be judged for infrastructure trouble; rates are given from all failed to all passed.", r.Attempts.Troubled)
	}
	for _, u := range r.Unemulated {
		if u.Outputs != nil && *u.Outputs > 0 {
			add("%d output(s) touched by what paper cannot emulate: %s.", *u.Outputs, u.What)
		}
	}
	if n := r.Strict.Literal; n > 0 {
		add("The release does not say where the arguments land: in %d output(s) strict looked for the values anywhere in the entry's call.", n)
	}
	if r.Attempts.Planned > 0 {
		add("Strict takes exit code 0 as a pass: this version has no witness that the task's entry ran.")
	}
	return notes
}

// title is the report's first line.
func (r *Report) title() string {
	s := fmt.Sprintf("%s: %d samples, %d predicted, %d outputs", program.Escape(r.Split.Name), r.Split.Samples, r.Split.Predicted, r.Split.Outputs)
	if r.Attempts.Planned > 0 {
		s += fmt.Sprintf(", %d of %d attempts finished", r.Attempts.Finished, r.Attempts.Planned)
	}
	if r.Attempts.Shared > 0 {
		s += fmt.Sprintf(", %d shared", r.Attempts.Shared)
	}
	if r.Attempts.Reused > 0 {
		s += fmt.Sprintf(", %d taken from other runs", r.Attempts.Reused)
	}
	return s
}

// counted is a name with its outputs.
type counted struct {
	Name    string
	Outputs int
}

// byCount sorts counts, the most first.
func byCount(counts map[string]int) []counted {
	var list []counted
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		list = append(list, counted{name, counts[name]})
	}
	slices.SortStableFunc(list, func(x, y counted) int { return cmp.Compare(y.Outputs, x.Outputs) })
	return list
}
