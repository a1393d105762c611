package kaggle

import (
	"fmt"
	"time"

	"podium/builder/kaggle/leaderboard"
)

// Facts is what Kaggle says of a competition. What is zero was not said.
type Facts struct {
	Origin   string    `json:"origin"` // meta-kaggle or kaggle-api
	ID       int64     `json:"id"`
	Title    string    `json:"title"`
	Category string    `json:"category"`
	Metric   string    `json:"metric"`
	Deadline time.Time `json:"deadline"`
	Teams    int64     `json:"teams"`
	Tags     []string  `json:"tags"`
	// HigherBetter is the direction, nil where Kaggle does not say.
	HigherBetter *bool `json:"higher_better,omitempty"`
}

// Input is what a source gives of one competition.
type Input struct {
	Facts  *Facts               // nil: none
	Boards []*leaderboard.Board // none or one of a kind; to be checked
	Notes  []Note
	// Compare is told the thresholds that the private board gives, for what only
	// the source can compare them with; nil: nothing.
	Compare func(Thresholds) []Note
	// Err is why the source could not give what was asked for.
	Err error
}

// Kinds of note.
const (
	NoteUpstream   = "upstream"   // about upstream's own board
	NoteThresholds = "thresholds" // they differ from the catalogue's
	NoteHosts      = "hosts"      // benchmark rows
	NoteMedal      = "medal"      // Kaggle's Medal column and the rule disagree
	NoteLeftOut    = "left_out"   // teams that are on no board
	NoteDirection  = "direction"
	NoteRefused    = "refused" // a board, or what Kaggle would not give
)

// Note is something people should know about a competition's figures.
type Note struct {
	Competition string `json:"competition"`
	Kind        string `json:"kind"`
	Text        string `json:"text"`
}

func notef(kind, format string, a ...any) Note {
	return Note{Kind: kind, Text: fmt.Sprintf(format, a...)}
}
