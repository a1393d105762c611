package grade

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Line is one line of a submissions file, upstream's form with fields of ours.
// Further fields are allowed and have no meaning here.
type Line struct {
	Number      int     `json:"-"` // in the file, from 1
	Competition string  `json:"competition_id"`
	Submission  *string `json:"submission_path"` // null: nothing was handed in
	Answers     string  `json:"answers_path,omitempty"`
	Leaderboard string  `json:"leaderboard_path,omitempty"`
	Seed        *int64  `json:"seed,omitempty"`
	RunGroup    string  `json:"run_group,omitempty"`
}

// maxLine bounds a line of a submissions file.
const maxLine = 1 << 20

// ReadLines reads a submissions file: JSON objects, one a line; blank lines and
// those that start with # or // are left out. All bad lines are in the error.
func ReadLines(r io.Reader) ([]Line, error) {
	var lines []Line
	var errs []error
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 64<<10), maxLine)
	n := 0
	for s.Scan() {
		n++
		text := strings.TrimSpace(s.Text())
		if text == "" || strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//") {
			continue
		}
		l := Line{Number: n}
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", n, err))
			continue
		}
		if l.Competition == "" {
			errs = append(errs, fmt.Errorf("line %d: competition_id is missing", n))
			continue
		}
		lines = append(lines, l)
	}
	if err := s.Err(); err != nil {
		errs = append(errs, fmt.Errorf("line %d: %w", n+1, err))
	}
	return lines, errors.Join(errs...)
}
