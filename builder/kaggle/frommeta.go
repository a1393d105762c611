package kaggle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"podium/builder/kaggle/leaderboard"
	"podium/builder/kaggle/meta"
	"podium/scorer/grade"
)

// FromMeta reads Meta Kaggle. A competition that it lacks, or that has no scores
// there, is an input with an error.
func FromMeta(ctx context.Context, o meta.Options) (map[string]*Input, error) {
	found, err := meta.Read(ctx, o)
	if err != nil {
		return nil, err
	}
	inputs := make(map[string]*Input, len(o.Competitions))
	for _, id := range o.Competitions {
		c := found[id]
		if c == nil {
			inputs[id] = &Input{Err: fmt.Errorf("%s: not in Competitions.csv", id)}
			continue
		}
		inputs[id] = metaInput(c)
	}
	return inputs, nil
}

func metaInput(c *meta.Competition) *Input {
	in := &Input{Facts: &Facts{
		Origin: meta.Origin, ID: c.ID, Title: c.Title, Category: c.Segment, Metric: c.Metric,
		Deadline: c.Deadline, Teams: c.Teams, Tags: c.Tags, HigherBetter: c.HigherBetter,
	}}
	for _, s := range []*meta.Standing{c.Private, c.Public} {
		if s == nil {
			continue
		}
		if left := leftOut(s.Left); left != "" {
			in.Notes = append(in.Notes, notef(NoteLeftOut, "%s board: %s", s.Board.Kind, left))
		}
		if len(s.Board.Scores) > 0 {
			in.Boards = append(in.Boards, s.Board)
		}
	}
	if len(in.Boards) == 0 || in.Boards[0] != c.Private.Board {
		in.Err = &leaderboard.Refusal{Name: c.Slug, Reason: leaderboard.Empty, Detail: "no team of it has a private score in Meta Kaggle"}
		return in
	}
	in.Compare = func(t Thresholds) []Note { return append(hosts(c, t), medals(c, t)...) }
	return in
}

// leftOut says which teams are on no board; the hosts' rows have a note of their own.
func leftOut(l meta.Left) string {
	var parts []string
	for _, f := range []struct {
		n   int
		why string
	}{
		{l.NoEntry, "handed in nothing that counts"}, {l.NoRank, "have a score and no rank"}, {l.NoScore, "have a submission without a score"},
		{l.Unknown, "name a submission that is not in Submissions.csv"}, {l.OtherTeams, "name a submission of another team"},
	} {
		if f.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", f.n, f.why))
		}
	}
	return strings.Join(parts, ", ")
}

// hosts tells which thresholds the hosts' benchmark rows would move. Upstream's
// boards have them, so that is why a board of Meta Kaggle differs from those.
func hosts(c *meta.Competition, t Thresholds) []Note {
	with := c.Private.WithHosts
	if with == nil {
		return nil
	}
	direction := "higher"
	if t.lower {
		direction = "lower"
	}
	n := len(with.Scores) - len(c.Private.Board.Scores)
	other, err := thresholds(with, direction)
	if err != nil {
		return []Note{notef(NoteHosts, "benchmark rows of the hosts are left out (%d)", n)}
	}
	moved := t.Differences(other.Board, "without", "with them")
	if moved == "" {
		moved = "no threshold moves"
	}
	return []Note{notef(NoteHosts, "benchmark rows of the hosts, which upstream's boards keep, are left out (%d): %s", n, moved)}
}

// medals compares what Kaggle awarded with what the rule gives, team by team.
func medals(c *meta.Competition, t Thresholds) []Note {
	awarded := c.Private.Medals
	if awarded == nil {
		return nil
	}
	// In the order of the column's numbers, none last: a smaller place is better.
	names := []grade.Medal{grade.Gold, grade.Silver, grade.Bronze, grade.NoMedal}
	var notes []Note
	some := false
	for i, s := range c.Private.Board.Scores {
		kaggle := len(names) - 1
		if m := int(awarded[i]); m > 0 {
			kaggle, some = m-1, true
		}
		rule := slices.Index(names, t.Medal(s.Value))
		if rule == kaggle {
			continue
		}
		why := ""
		if rule < kaggle {
			why = " (as good as the last that gets it)"
		}
		notes = append(notes, notef(NoteMedal, "rank %d, %s: Kaggle %s, the rule %s%s", i+1, s.Text, names[kaggle], names[rule], why))
	}
	if !some {
		return []Note{notef(NoteMedal, "Kaggle awarded none here")}
	}
	return notes
}
