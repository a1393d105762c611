package run

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"time"

	"podium/schemas"
	"podium/scorer/rule"
)

// Folder is a run folder as far as it was run, read without running anything.
type Folder struct {
	Manifest Manifest
	// Attempts counts what the journal has.
	Attempts Attempts

	dir      string
	outcomes map[string]rule.Outcome // by attempt key; what streams hold is left out
}

// Attempts counts the attempts of a journal.
type Attempts struct {
	Planned  int           `json:"planned"`
	Finished int           `json:"finished"`         // have facts
	Troubled int           `json:"troubled"`         // infrastructure trouble, not finished since
	Reused   int           `json:"reused,omitempty"` // of those finished, taken from other runs
	Elapsed  time.Duration `json:"elapsed_ns"`       // of the finished ones together
}

// Judged is a sample of the split with the verdicts of its outputs, in the order
// of the prediction file's list.
type Judged struct {
	Check
	Paper  []rule.Judgement
	Strict []rule.Judgement
}

// Open reads a run folder.
func Open(dir string) (*Folder, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{
		Manifest: m, Attempts: Attempts{Planned: m.Plan.Attempts},
		dir: dir, outcomes: make(map[string]rule.Outcome, m.Plan.Attempts),
	}
	return f, f.readJournal()
}

// readJournal keeps for each key the facts or, where there are none, the last
// trouble. A run that was interrupted before its first attempt has no journal.
func (f *Folder) readJournal() error {
	path := filepath.Join(f.dir, attemptsFile)
	file, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = ReadJournal(file, func(a schemas.Attempt) error {
		if a.Trouble != nil {
			if f.outcomes[a.Key].Facts == nil {
				f.outcomes[a.Key] = rule.Outcome{Trouble: a.Trouble}
			}
			return nil
		}
		a.Facts.Stdout.Head, a.Facts.Stdout.Tail = nil, nil
		a.Facts.Stderr.Head, a.Facts.Stderr.Tail = nil, nil
		if a.Reused != "" && f.outcomes[a.Key].Facts == nil {
			f.Attempts.Reused++
		}
		f.outcomes[a.Key] = rule.Outcome{Facts: a.Facts}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, o := range f.outcomes {
		if o.Facts == nil {
			f.Attempts.Troubled++
			continue
		}
		f.Attempts.Finished++
		f.Attempts.Elapsed += o.Facts.Elapsed
	}
	return nil
}

// Dir is the run's folder.
func (f *Folder) Dir() string { return f.dir }

// Complete reports whether every attempt of the plan has facts.
func (f *Folder) Complete() bool { return f.Attempts.Finished == f.Attempts.Planned }

// Samples judges every sample of the split by both rules, in the release's order.
func (f *Folder) Samples() iter.Seq2[Judged, error] {
	return func(yield func(Judged, error) bool) {
		for c, err := range readChecks(f.dir) {
			if !yield(f.judge(c), err) || err != nil {
				return
			}
		}
	}
}

func (f *Folder) judge(c Check) Judged {
	j := Judged{Check: c}
	for i := range c.Outputs {
		o := &c.Outputs[i]
		static := rule.PaperStatic{Arguments: o.Paper.Arguments, Type: o.Paper.Type, Dies: o.Paper.Dies}
		j.Paper = append(j.Paper, rule.Paper(static, f.outcome(o, rule.NamePaper), o.Deadline))
		j.Strict = append(j.Strict, rule.Strict(o.Strict.Verdict, f.outcome(o, rule.NameStrict), c.Deadline))
	}
	return j
}

// outcome is what came of the execution of an output that a rule asked for.
func (f *Folder) outcome(o *Output, name string) rule.Outcome {
	for _, e := range o.Executions {
		for _, r := range e.Rules {
			if r == name {
				return f.outcomes[e.Key]
			}
		}
	}
	return rule.Outcome{}
}
