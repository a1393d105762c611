package grade

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"podium/scorer/table"
)

// Validate tells whether a submission would be scored, nil for yes. What is said
// follows from the submission and the public sample alone: a refusal that depends
// on the answers' content (a score without a value) counts as valid, and how many
// of the answers' ids are missing is not told.
func (g *Grader) Validate(sub, ans *table.Table) (*Refusal, error) {
	s, err := g.score(&frame{sub: sub, ans: ans, shared: &common{}, blind: true})
	if err != nil {
		return nil, err
	}
	return public(s.Refusal), nil
}

// public leaves out of a refusal what only the answers tell.
func public(r *Refusal) *Refusal {
	switch {
	case r == nil || r.Code == Undefined:
		return nil
	case r.Code == MissingIDs:
		c := *r
		c.Problem = "ids of the sample submission are missing"
		return &c
	}
	return r
}

// ValidateFile is Validate of a file; what cannot be read is refused.
func (g *Grader) ValidateFile(path string, ans *table.Table) (*Refusal, error) {
	sub, err := g.ReadSubmission(path)
	var r *Refusal
	if errors.As(err, &r) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	return g.Validate(sub, ans)
}

// ValidateStream is Validate of a file that comes under a name.
func (g *Grader) ValidateStream(name string, r io.Reader, ans *table.Table) (*Refusal, error) {
	if !strings.EqualFold(filepath.Ext(name), ".csv") {
		return &Refusal{Code: NotThere, Problem: "the submission's name does not end in .csv", Value: filepath.Base(name)}, nil
	}
	sub, err := table.Read(r, table.Options{Limits: g.Limits})
	if refused := unreadable(err); refused != nil {
		return refused, nil
	}
	if err != nil {
		return nil, fmt.Errorf("submission: %w", err)
	}
	return g.Validate(sub, ans)
}
