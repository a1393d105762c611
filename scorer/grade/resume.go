package grade

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// Graded is a line of graded.jsonl, by which an interrupted batch goes on.
type Graded struct {
	Key    string `json:"key"`
	Report Report `json:"report"`
}

// ParseGraded reads a line of graded.jsonl.
func ParseGraded(line []byte) (Graded, error) {
	var g Graded
	if err := json.Unmarshal(line, &g); err != nil {
		return g, err
	}
	if g.Key == "" || g.Report.CompetitionID == "" {
		return g, errors.New("a report without key or competition")
	}
	return g, nil
}

// file is what tells that a file is still the same, as make does.
type file struct {
	Path     string
	Size     int64
	Modified time.Time
}

func fileAt(path string) file {
	info, err := os.Stat(path)
	if err != nil {
		return file{Path: path}
	}
	return file{path, info.Size(), info.ModTime().UTC()}
}

// key is the SHA-256 of all that a line's report follows from.
func (b *Batch) key(g *Grader, l Line, board *Board) (string, error) {
	var submission *file
	if l.Submission != nil {
		f := fileAt(*l.Submission)
		submission = &f
	}
	text, err := json.Marshal(struct {
		Schema      int
		Basis       string
		Competition string
		Submission  *file
		Answers     file
		Board       *Board
		Seed        *int64
		RunGroup    string
		Limits      any
	}{SchemaVersion, b.Basis, l.Competition, submission, fileAt(b.answersPath(g, l)), board, l.Seed, l.RunGroup, b.Limits})
	if err != nil {
		return "", fmt.Errorf("key: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
