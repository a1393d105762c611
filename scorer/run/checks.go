package run

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"time"

	"podium/internal/atomicfile"
	"podium/internal/journal"
	"podium/schemas"
	"podium/scorer/check"
)

// Reasons why nothing of a sample is executed.
const (
	SkipStaticOnly    = "static_only"    // the run executes nothing
	SkipJudgedStatic  = "judged_static"  // the sample's reference was never seen to pass
	SkipNoEnvironment = "no_environment" // its repository has none
	SkipImageMissing  = "image_missing"  // with --allow-missing
	SkipSourceMissing = "source_missing" // its commit is not in the store; with --allow-missing
	SkipNoDirectory   = "no_directory"   // its working directory is not in the repository
)

// Check is one line of checks.jsonl: a sample of the split, and what is known of
// its outputs before any of them is executed.
type Check struct {
	Sample     schemas.Key `json:"sample"`
	Repository string      `json:"repository"` // short name
	Folder     string      `json:"folder"`     // upstream's, below repos/
	Task       string      `json:"task,omitempty"`
	Type       string      `json:"type"`
	Line       int64       `json:"line,omitempty"` // of the prediction file; 0: no prediction
	// Deadline is strict's. Paper's goes with each output, for it depends on the mode.
	Deadline time.Duration `json:"deadline_ns"`
	Skip     string        `json:"skip,omitempty"`
	Outputs  []Output      `json:"outputs"`
}

// Output is one output of a sample, without its text.
type Output struct {
	Paper      check.Paper   `json:"paper"`
	Strict     check.Strict  `json:"strict"` // Text is left out
	Deadline   time.Duration `json:"paper_deadline_ns"`
	Executions []Execution   `json:"executions,omitempty"`
}

// Execution says which attempt gives the facts of an output to which rules.
type Execution struct {
	Key   string   `json:"key,omitempty"` // empty: the sample is skipped
	Mode  string   `json:"mode"`
	Rules []string `json:"rules"`
}

// errStop ends a walk early; it never reaches a caller of the package.
var errStop = errors.New("stop")

// writeChecks writes checks.jsonl to path and returns its SHA-256.
func writeChecks(path string, checks iter.Seq2[Check, error]) (sum string, err error) {
	h := sha256.New()
	err = atomicfile.Write(path, 0o644, func(w io.Writer) error {
		bw := bufio.NewWriterSize(io.MultiWriter(w, h), 64<<10)
		enc := json.NewEncoder(bw)
		enc.SetEscapeHTML(false)
		for c, err := range checks {
			if err != nil {
				return err
			}
			if err := enc.Encode(c); err != nil {
				return err
			}
		}
		return bw.Flush()
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// readChecks yields the lines of checks.jsonl.
func readChecks(dir string) iter.Seq2[Check, error] {
	return func(yield func(Check, error) bool) {
		path := filepath.Join(dir, checksFile)
		f, err := os.Open(path)
		if err != nil {
			yield(Check{}, err)
			return
		}
		defer f.Close()
		err = journal.Lines(f, func(n int, line []byte, _ bool) error {
			var c Check
			if err := json.Unmarshal(line, &c); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			if !yield(c, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(Check{}, fmt.Errorf("%s: %w", path, err))
		}
	}
}
