package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"podium/data"
	"podium/internal/program"
	"podium/schemas"
)

// showCompetition prints a competition for people; what is not known is a dash.
func showCompetition(out io.Writer, c schemas.Competition, m data.Metric) error {
	fmt.Fprintf(out, "%s\n%s\n\n", c.ID, program.Escape(c.Title))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name string, parts ...string) {
		fmt.Fprintf(w, "%s\t%s\n", name, program.Escape(strings.Join(parts, ", ")))
	}
	line("split", c.Split, c.Category, c.KaggleType+" competition")
	metric := c.Metric
	if m.Words != "" {
		metric += ": " + m.Words
	}
	line("metric", metric)
	better := c.Direction + " is better"
	if m.Best != nil {
		better += fmt.Sprintf(", %v is perfect", *m.Best)
	}
	line("", better+" ("+c.DirectionOrigin+")")
	line("Kaggle", kaggleWords(c)...)
	if len(c.Tags) > 0 {
		line("", "tags "+strings.Join(c.Tags, ", "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	reach := "or more"
	if c.Direction == "lower" {
		reach = "or less"
	}
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	if c.Gold == nil {
		line("medals", "no leaderboard is known (builder kaggle)")
	} else {
		line("gold", shown(c.Gold)+" "+reach)
		line("silver", shown(c.Silver)+" "+reach)
		line("bronze", shown(c.Bronze)+" "+reach)
		line("median", shown(c.Median)+" to be beaten")
		line("teams", shown(c.Teams)+" on the "+shown(c.Board)+" leaderboard")
		line("from", shown(c.BoardOrigin))
	}
	if !c.KaggleMedals {
		line("", "Kaggle awarded no medals here; the rule is applied all the same")
	}
	if len(c.Errata) > 0 {
		line("errata", c.Errata...)
	}
	return w.Flush()
}

// kaggleWords are the parts of what Kaggle says that are known.
func kaggleWords(c schemas.Competition) []string {
	if c.KaggleOrigin == nil {
		return []string{"not asked (builder kaggle does)"}
	}
	var parts []string
	for _, p := range []struct {
		before, value, after string
	}{
		{"", shown(c.KaggleTitle), ""}, {"", shown(c.KaggleCategory), ""}, {"metric ", shown(c.KaggleMetric), ""},
		{"until ", shown(c.Deadline), ""}, {"", shown(c.KaggleTeams), " teams"}, {"by ", shown(c.KaggleOrigin), ""},
	} {
		if p.value != "-" {
			parts = append(parts, p.before+p.value+p.after)
		}
	}
	return parts
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
