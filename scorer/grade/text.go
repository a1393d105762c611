package grade

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"podium/data"
)

// Write prints the report for people. errata gives titles to the ids in it.
func (r Report) Write(w io.Writer, title string, errata []data.Erratum) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	better := "higher is better"
	if r.Direction == "lower" {
		better = "lower is better"
	}
	fmt.Fprintf(t, "%s\t%s\n", r.CompetitionID, title)
	fmt.Fprintf(t, "metric\t%s, %s\n", r.Metric, better)
	fmt.Fprintf(t, "\tpaper\tstrict\n")
	fmt.Fprintf(t, "score\t%s\t%s\n", r.Paper.score(), r.Strict.score())
	fmt.Fprintf(t, "medal\t%s\t%s\n", r.Paper.medal(), r.Strict.medal())
	fmt.Fprintf(t, "above median\t%s\t%s\n", yesNo(r.Paper.AboveMedian), yesNo(r.Strict.AboveMedian))
	if err := t.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	if r.GoldThreshold == nil {
		fmt.Fprintln(&b, "thresholds: unknown; name a leaderboard to know the medal")
	} else {
		fmt.Fprintf(&b, "thresholds: gold %s, silver %s, bronze %s, median %s (%s, %d teams)\n",
			r.GoldThreshold, r.SilverThreshold, r.BronzeThreshold, r.MedianThreshold, printable(r.BoardOrigin), r.Teams)
	}
	switch p, s := r.Paper.Refusal, r.Strict.Refusal; {
	case p != nil && s != nil && p.Error() == s.Error():
		fmt.Fprintf(&b, "refused: %s\n", p)
	default:
		if p != nil {
			fmt.Fprintf(&b, "refused by paper: %s\n", p)
		}
		if s != nil {
			fmt.Fprintf(&b, "refused by strict: %s\n", s)
		}
	}
	for _, id := range r.Errata {
		for _, e := range errata {
			if e.ID == id {
				fmt.Fprintf(&b, "they differ by %s: %s\n", id, e.Title)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Result) score() string {
	switch {
	case r.Special != "":
		return r.Special
	case r.Score == nil:
		return "refused"
	}
	return r.Score.String()
}

func (r Result) medal() string {
	if r.Medal == nil {
		return "unknown"
	}
	return string(*r.Medal)
}

// String is the number in as few digits as tell it.
func (n Number) String() string { return strconv.FormatFloat(float64(n), 'f', -1, 64) }

func yesNo(v *bool) string {
	switch {
	case v == nil:
		return "unknown"
	case *v:
		return "yes"
	}
	return "no"
}

// printable escapes control characters in s.
func printable(s string) string {
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}
