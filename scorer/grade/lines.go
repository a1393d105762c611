package grade

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"podium/internal/strictjson"
)

// Line is one line of a submissions file, upstream's form with fields of ours.
// Further fields are allowed and have no meaning here.
type Line struct {
	Number      int     `json:"-"` // of the line, or run, in the file; from 1
	Competition string  `json:"competition_id"`
	Submission  *string `json:"submission_path"` // null: nothing was handed in
	Answers     string  `json:"answers_path,omitempty"`
	Leaderboard string  `json:"leaderboard_path,omitempty"`
	Seed        *int64  `json:"seed,omitempty"`
	RunGroup    string  `json:"run_group,omitempty"`
}

// maxLine bounds a line of a submissions file.
const maxLine = 1 << 20

// ReadSubmissions reads the submissions of the file at path: a submissions file, or
// the metadata.json of a run group as upstream's agents leave it.
func ReadSubmissions(path string) ([]Line, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	lines, err := runGroup(filepath.Dir(path), text)
	if errors.Is(err, errNoGroup) {
		lines, err = ReadLines(bytes.NewReader(text))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return lines, nil
}

var errNoGroup = errors.New("no run group")

// runGroup reads a metadata.json: an object whose member runs has a member
// <competition>_<uuid> for each run. What a run handed in is
// <dir>/<run>/submission/submission.csv, null where there is none.
func runGroup(dir string, text []byte) ([]Line, error) {
	members, err := strictjson.Object(text)
	if err != nil {
		return nil, errNoGroup
	}
	var group string
	var runs []strictjson.Member
	err = errNoGroup
	for _, m := range members {
		switch m.Name {
		case "run_group":
			group, _ = m.String() // for people; any other value says nothing
		case "runs":
			if runs, err = strictjson.Object(m.Value); err != nil {
				return nil, fmt.Errorf("runs: %w", err)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	var lines []Line
	for i, run := range runs {
		competition, _, named := strings.Cut(run.Name, "_")
		if !named || !filepath.IsLocal(run.Name) {
			return nil, fmt.Errorf("runs: %q is no run id, expected <competition>_<uuid>", run.Name)
		}
		l := Line{Number: i + 1, Competition: competition, RunGroup: group}
		path := filepath.Join(dir, run.Name, "submission", "submission.csv")
		if _, err := os.Stat(path); err == nil {
			l.Submission = &path
		}
		lines = append(lines, l)
	}
	return lines, nil
}

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
