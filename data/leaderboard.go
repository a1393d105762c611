package data

import (
	"fmt"
	"io/fs"
	"regexp"
)

// Boards of a competition: Kaggle scores a part of the test set in public while
// the competition runs and the rest when it is over. Medals follow the private one.
const (
	BoardPrivate = "private"
	BoardPublic  = "public"
)

// Leaderboards is file leaderboards.yaml: how the boards that upstream grades
// against are known when they are met.
type Leaderboards struct {
	Origin string        `yaml:"origin"`
	Boards []Leaderboard `yaml:"boards"`
}

// Leaderboard is one of upstream's leaderboard files, by its content.
type Leaderboard struct {
	Competition string `yaml:"competition"`
	Rows        int    `yaml:"rows"`
	Bytes       int64  `yaml:"bytes"`
	SHA256      string `yaml:"sha256"` // of the file, hex
	Scores      string `yaml:"scores"` // SHA-256 of the printed scores in order, each with a newline, hex
	// Board is the one the file really is, private unless told.
	Board string `yaml:"board,omitempty"`
	// Fault is what is wrong with the file; it is used as it is all the same.
	Fault string `yaml:"fault,omitempty"`
}

var hexDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// ReadLeaderboards reads leaderboards.yaml; a catalogue without it knows none.
func ReadLeaderboards(fsys fs.FS) (Leaderboards, error) {
	const name = "leaderboards.yaml"
	if _, err := fs.Stat(fsys, name); err != nil {
		return Leaderboards{}, nil
	}
	all, err := Decode[Leaderboards](fsys, name)
	if err != nil {
		return all, err
	}
	for i := range all.Boards {
		b := &all.Boards[i]
		if b.Board == "" {
			b.Board = BoardPrivate
		}
		switch {
		case i > 0 && b.Competition <= all.Boards[i-1].Competition:
			return all, fmt.Errorf("%s: %s is out of order", name, b.Competition)
		case b.Rows < 1 || b.Bytes < 1:
			return all, fmt.Errorf("%s: %s: rows and bytes are counted from 1", name, b.Competition)
		case !hexDigest.MatchString(b.SHA256) || !hexDigest.MatchString(b.Scores):
			return all, fmt.Errorf("%s: %s: sha256 and scores are 64 hex digits", name, b.Competition)
		case b.Board != BoardPrivate && b.Board != BoardPublic:
			return all, fmt.Errorf("%s: %s: board %q is neither private nor public", name, b.Competition, b.Board)
		}
	}
	return all, nil
}
