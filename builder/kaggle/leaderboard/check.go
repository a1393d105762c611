package leaderboard

import (
	"fmt"

	"podium/data"
)

// Expect is what is known of a competition's board before one is looked at.
type Expect struct {
	Direction string // data's: higher or lower
	// Known is upstream's file, nil when the catalogue has none.
	Known *data.Leaderboard
	// Teams is how many Kaggle says there are, 0 when nobody said.
	Teams int
	// Public accepts a public board, which stays marked as one.
	Public bool
}

// page is how many rows a page of Kaggle's listing has when nothing is asked
// for: boards cut to it circulate.
const page = 20

// leastShare is the share of the teams below which a board is cut. Benchmark
// rows of the hosts and teams that were taken out later explain less.
const leastShare = 0.9

// Check refuses a board that cannot be the competition's, settles its kind, and
// returns what people should be told about one that can. Upstream's own file is
// taken as it is, faults and all.
func (b *Board) Check(e Expect) (notes []string, err error) {
	if known := e.Known; known != nil && (b.Source.SHA256 == known.SHA256 || b.Digest() == known.Scores) {
		b.Kind = known.Board
		if known.Fault != "" {
			notes = append(notes, "upstream's board, used as it is: "+known.Fault)
		}
		return notes, nil
	}
	refuse := func(reason Reason, format string, a ...any) ([]string, error) {
		name := b.Competition
		if b.Source.File != "" {
			name += ": " + b.Source.File
		}
		return nil, &Refusal{Name: name, Reason: reason, Detail: fmt.Sprintf(format, a...)}
	}
	switch {
	case b.Kind == data.BoardPublic && !e.Public:
		return refuse(Public, "--public takes it, marked as such")
	case b.Kind == "":
		b.Kind = data.BoardPrivate
	}
	n := len(b.Scores)
	if n > 1 && constant(b.Scores) {
		return refuse(Constant, "%d times %s", n, b.Scores[0].Text)
	}
	if i := disorder(b.Scores, e.Direction); i > 0 {
		return refuse(Disordered, "row %d has %s after %s, and %s is better", i+1, b.Scores[i].Text, b.Scores[i-1].Text, e.Direction)
	}
	rows, who := e.Teams, "Kaggle"
	if e.Known != nil && (rows == 0 || b.Kind == data.BoardPrivate) {
		rows, who = e.Known.Rows, "upstream's board"
	}
	switch {
	case rows == 0 && n == page:
		return refuse(Truncated, "exactly %d rows, the first page of a listing", page)
	case float64(n) < leastShare*float64(rows):
		return refuse(Truncated, "%d rows, %s has %d", n, who, rows)
	case e.Known != nil:
		notes = append(notes, fmt.Sprintf("not upstream's board: %d rows, upstream's has %d", n, e.Known.Rows))
	}
	return notes, nil
}

func constant(scores []Score) bool {
	for _, s := range scores {
		if s.Value != scores[0].Value {
			return false
		}
	}
	return true
}

// disorder returns the index of the first score that is better than the one
// before it, 0 when there is none.
func disorder(scores []Score, direction string) int {
	for i := 1; i < len(scores); i++ {
		before, now := scores[i-1].Value, scores[i].Value
		if direction == "lower" && now < before || direction != "lower" && now > before {
			return i
		}
	}
	return 0
}
