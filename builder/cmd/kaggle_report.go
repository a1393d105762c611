package cmd

import (
	"fmt"
	"strconv"
	"text/tabwriter"

	"podium/builder/kaggle"
	"podium/internal/program"
	"podium/schemas"
)

// shownNotes is how many notes of one kind a competition has for people; --json
// has all.
const shownNotes = 5

// report says what was composed: the rows that the source gave on stdout, what
// does not agree on stderr.
func (o *kaggleOptions) report(res *kaggle.Result, inputs map[string]*kaggle.Input) error {
	o.tell(res.Notes)
	if o.json {
		return printJSON(o.stdout, struct {
			SchemaVersion int                   `json:"schema_version"`
			Competitions  []schemas.Competition `json:"competitions"`
			Notes         []kaggle.Note         `json:"notes"`
		}{1, res.Competitions, append([]kaggle.Note{}, res.Notes...)})
	}
	w := tabwriter.NewWriter(o.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "competition\tboard\tteams\tgold\tsilver\tbronze\tmedian\torigin")
	for _, c := range res.Competitions {
		if inputs[c.ID] == nil {
			continue
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", c.ID, shown(c.Board), shown(c.Teams),
			shown(c.Gold), shown(c.Silver), shown(c.Bronze), shown(c.Median), shown(c.BoardOrigin))
	}
	return w.Flush()
}

// tell prints notes for people.
func (o *kaggleOptions) tell(notes []kaggle.Note) {
	of := func(n kaggle.Note) [2]string { return [2]string{n.Competition, n.Kind} }
	counts := map[[2]string]int{}
	for i, n := range notes {
		counts[of(n)]++
		if counts[of(n)] <= shownNotes {
			fmt.Fprintf(o.stderr, "%s: %s\n", n.Competition, program.Escape(n.Text))
		}
		last := i+1 == len(notes) || of(notes[i+1]) != of(n)
		if more := counts[of(n)] - shownNotes; last && more > 0 {
			fmt.Fprintf(o.stderr, "%s: and %d more of this kind (--json has all)\n", n.Competition, more)
		}
	}
}

// shown is a value that may be null, for people; a score as it would be printed.
func shown[T any](v *T) string {
	if v == nil {
		return "-"
	}
	if f, ok := any(*v).(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return program.Escape(fmt.Sprint(*v))
}
