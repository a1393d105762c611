package grade

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"podium/data"
)

// SchemaVersion is that of the reports' JSON.
const SchemaVersion = 1

// Report is one submission's result: upstream's sixteen fields in upstream's
// order, which say what paper says, then ours. Fields about medals are null
// where there are no thresholds.
type Report struct {
	CompetitionID   string   `json:"competition_id"`
	Score           *Number  `json:"score"`
	GoldThreshold   *Number  `json:"gold_threshold"`
	SilverThreshold *Number  `json:"silver_threshold"`
	BronzeThreshold *Number  `json:"bronze_threshold"`
	MedianThreshold *Number  `json:"median_threshold"`
	AnyMedal        *bool    `json:"any_medal"`
	GoldMedal       *bool    `json:"gold_medal"`
	SilverMedal     *bool    `json:"silver_medal"`
	BronzeMedal     *bool    `json:"bronze_medal"`
	AboveMedian     *bool    `json:"above_median"`
	Exists          bool     `json:"submission_exists"`
	Valid           bool     `json:"valid_submission"`
	LowerBetter     bool     `json:"is_lower_better"`
	CreatedAt       string   `json:"created_at"`
	Path            string   `json:"submission_path"`
	Special         string   `json:"special,omitempty"` // nan, inf or -inf where score is null for it
	Direction       string   `json:"direction"`         // the catalogue's: higher or lower
	Metric          string   `json:"metric"`
	Teams           int      `json:"leaderboard_teams,omitempty"`
	BoardOrigin     string   `json:"leaderboard_origin,omitempty"`
	Paper           Result   `json:"paper"`
	Strict          Result   `json:"strict"`
	Errata          []string `json:"errata"` // why paper and strict differ
	Seed            *int64   `json:"seed,omitempty"`
	RunGroup        string   `json:"run_group,omitempty"`
}

// Result is what one rule says.
type Result struct {
	Score       *Number  `json:"score"`
	Special     string   `json:"special,omitempty"`
	Valid       bool     `json:"valid"`
	Medal       *Medal   `json:"medal"`
	AboveMedian *bool    `json:"above_median"`
	Refusal     *Refusal `json:"refusal,omitempty"`
}

// TooSlow tells that a rule's scoring was given up.
func (r *Report) TooSlow() bool {
	slow := func(f *Refusal) bool { return f != nil && f.Code == TooSlow }
	return slow(r.Paper.Refusal) || slow(r.Strict.Refusal)
}

// Number is a float64 whose JSON is null when it is NaN or infinite.
type Number float64

func (n Number) MarshalJSON() ([]byte, error) {
	if special(float64(n)) != "" {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// special names a value that JSON has no number for.
func special(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	return ""
}

// Report makes the report of a submission's scores. board may be nil: then the
// medal is unknown.
func (g *Grader) Report(path string, s Scores, board *Board, now time.Time) Report {
	c := g.Competition
	r := Report{
		CompetitionID: c.ID, Path: path, CreatedAt: now.Format("2006-01-02T15:04:05.000000"),
		Direction: c.Direction, LowerBetter: c.Direction == "lower", Metric: c.Metric.Name,
		Exists: s.Paper.Refusal == nil || s.Paper.Refusal.Code != NotThere, Valid: s.Paper.Value != nil,
		Paper: result(s.Paper, board, c, false), Strict: result(s.Strict, board, c, true),
		Errata: g.differences(s),
	}
	r.Score, r.Special = r.Paper.Score, r.Paper.Special
	if board == nil {
		return r
	}
	r.LowerBetter, r.Teams, r.BoardOrigin = board.LowerBetter, board.Teams, board.Origin
	for _, t := range []struct {
		to   **Number
		from float64
	}{
		{&r.GoldThreshold, board.Gold}, {&r.SilverThreshold, board.Silver},
		{&r.BronzeThreshold, board.Bronze}, {&r.MedianThreshold, board.Median},
	} {
		n := Number(t.from)
		*t.to = &n
	}
	medal := *r.Paper.Medal
	for _, f := range []struct {
		to  **bool
		won bool
	}{
		{&r.AnyMedal, medal != NoMedal}, {&r.GoldMedal, medal == Gold},
		{&r.SilverMedal, medal == Silver}, {&r.BronzeMedal, medal == Bronze},
	} {
		*f.to = &f.won
	}
	r.AboveMedian = r.Paper.AboveMedian
	return r
}

// result ranks a rule's score: paper by the direction it reads off the board,
// strict by the one the catalogue declares.
func result(s Score, board *Board, c data.Competition, strict bool) Result {
	r := Result{Valid: s.Value != nil, Refusal: s.Refusal}
	if s.Value != nil {
		n := Number(*s.Value)
		r.Score, r.Special = &n, special(*s.Value)
	}
	if board == nil {
		return r
	}
	medal, above := NoMedal, false
	if s.Value != nil {
		lower := board.LowerBetter
		if strict {
			lower = c.Direction == "lower"
		}
		medal, above = board.Rank(*s.Value, lower)
	}
	r.Medal, r.AboveMedian = &medal, &above
	return r
}

// differences names the errata that explain why the two rules differ: why strict
// refuses what paper scores, or why it scores it otherwise.
func (g *Grader) differences(s Scores) []string {
	ids := []string{}
	for _, e := range g.errata {
		explains := false
		switch {
		case s.Paper.Value == nil:
			explains = s.Strict.Value != nil && (e.Rescores || slices.Contains(e.Accepts, s.Paper.Refusal.Code))
		case s.Strict.Value == nil:
			explains = slices.Contains(e.Explains, s.Strict.Refusal.Code)
		default:
			explains = e.Rescores && *s.Paper.Value != *s.Strict.Value
		}
		if explains {
			ids = append(ids, e.ID)
		}
	}
	slices.Sort(ids)
	return ids
}
