package leaderboard

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Board is the standing of one competition, best first.
type Board struct {
	Competition string
	// Kind is data.BoardPrivate or data.BoardPublic; empty when the source does not tell.
	Kind   string
	Scores []Score
	Source Source
}

// Score is one team's: a number, and the digits that Kaggle printed. The number
// is what the digits say, so a board from a rounded listing stays a rounded one.
type Score struct {
	Text  string
	Value float64
}

// Source says where a board was read.
type Source struct {
	Origin string // upstream's file, a folder, meta-kaggle, kaggle-api
	File   string // name of the file, without its folder; empty when there is none
	Bytes  int64
	SHA256 string // of the file, hex
}

// Values returns the scores as numbers, in order.
func (b *Board) Values() []float64 {
	values := make([]float64, len(b.Scores))
	for i, s := range b.Scores {
		values[i] = s.Value
	}
	return values
}

// Digest identifies the standing whatever file or service it came from: the
// SHA-256 in hex of the printed scores in order, each with a newline.
func (b *Board) Digest() string {
	sum := sha256.New()
	for _, s := range b.Scores {
		sum.Write([]byte(s.Text))
		sum.Write([]byte{'\n'})
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Reason says why a board was refused.
type Reason string

// Reasons for a refusal.
const (
	LFSPointer Reason = "a Git LFS pointer, not the board"
	WebPage    Reason = "a web page, not the board"
	Unreadable Reason = "not readable as CSV"
	NoScores   Reason = "no column of scores"
	BadScore   Reason = "a score is not a finite number"
	Empty      Reason = "no rows"
	Constant   Reason = "every score is the same"
	Truncated  Reason = "the board is cut"
	Disordered Reason = "the scores are not in order, best first"
	Public     Reason = "the public board; medals follow the private one"
	TooLarge   Reason = "too large for a leaderboard"
)

// Refusal is the error for a board that is not what it should be.
type Refusal struct {
	Name   string // file or competition
	Line   int    // 0: none
	Reason Reason
	Detail string // what was seen, and what to do
}

func (r *Refusal) Error() string {
	where := r.Name
	if r.Line > 0 {
		where = fmt.Sprintf("%s:%d", r.Name, r.Line)
	}
	if r.Detail == "" {
		return fmt.Sprintf("%s: %s", where, r.Reason)
	}
	return fmt.Sprintf("%s: %s: %s", where, r.Reason, r.Detail)
}
