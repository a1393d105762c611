package grade

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"podium/data"
	"podium/scorer/table"
)

// Grader scores the submissions of one competition.
type Grader struct {
	Competition data.Competition
	Limits      table.Limits // of a submission file

	metric        scorer
	paper, strict plan
	errata        []data.Erratum // that can touch this competition
}

// plan is a rule's way from two tables to a metric.
type plan struct {
	checks []check
	pair   pairer
}

// New prepares the grader of a competition: every name in its file must be in
// the vocabulary, every argument known.
func New(c data.Competition, errata []data.Erratum) (*Grader, error) {
	g := &Grader{Competition: c}
	var err error
	if g.metric, err = makeScorer(c.Metric); err != nil {
		return nil, fmt.Errorf("competition %s: metric: %w", c.ID, err)
	}
	if g.paper, err = makePlan(c.Paper, "sorted"); err != nil {
		return nil, fmt.Errorf("competition %s: paper: %w", c.ID, err)
	}
	if g.strict, err = makePlan(c.Strict, "by_id"); err != nil {
		return nil, fmt.Errorf("competition %s: strict: %w", c.ID, err)
	}
	// What strict asks of every competition comes before what it asks of this one.
	g.strict.checks = append([]check{namedColumns, notIndexed}, g.strict.checks...)
	known := map[string]bool{}
	for _, e := range errata {
		known[e.ID] = true
		if e.Everywhere && e.Benchmark == "mle-bench" || slices.Contains(c.Errata, e.ID) {
			g.errata = append(g.errata, e)
		}
	}
	for _, id := range c.Errata {
		if !known[id] {
			return nil, fmt.Errorf("competition %s: erratum %q is not in errata.yaml", c.ID, id)
		}
	}
	return g, nil
}

// Open prepares the grader of the competition of that id in a catalogue.
func Open(catalogue fs.FS, id string) (*Grader, error) {
	c, err := data.OneCompetition(catalogue, id)
	if err != nil {
		return nil, err
	}
	errata, err := data.Errata(catalogue)
	if err != nil {
		return nil, err
	}
	return New(c, errata)
}

func makePlan(r data.Rules, pair string) (p plan, err error) {
	call := r.Pair
	if call.Name == "" {
		call.Name = pair
	}
	if p.pair, err = makePairer(call); err != nil {
		return p, err
	}
	p.checks, err = makeChecks(r.Checks)
	return p, err
}

// Score is what one rule says of a submission. Exactly one of Value and Refusal
// is set.
type Score struct {
	Value   *float64 // rounded to five decimals; may be NaN or infinite under paper
	Raw     float64  // before rounding
	Refusal *Refusal
}

// Scores are both rules' scores of a submission.
type Scores struct{ Paper, Strict Score }

// AnswersPath is where upstream lays the answers out below a data folder.
func (g *Grader) AnswersPath(dir string) string {
	return filepath.Join(dir, g.Competition.ID, "prepared", filepath.FromSlash(g.Competition.Answers.Path))
}

// ReadSubmission reads a submission file. A file that is not there, has another
// ending than upstream takes, or is no table is a *Refusal.
func (g *Grader) ReadSubmission(path string) (*table.Table, error) {
	if err := submissionExists(path); err != nil {
		return nil, err
	}
	t, err := table.ReadFile(path, table.Options{Limits: g.Limits})
	if refused := unreadable(err); refused != nil {
		return nil, refused
	}
	if err != nil {
		return nil, fmt.Errorf("submission: %w", err)
	}
	return t, nil
}

// unreadable is the refusal of a text that is no table or too large, nil for other
// errors.
func unreadable(err error) *Refusal {
	var parse *table.ParseError
	var limit *table.LimitError
	switch {
	case errors.As(err, &limit):
		return &Refusal{Code: TooLarge, Problem: "the file has " + limit.Error()}
	case errors.As(err, &parse):
		return &Refusal{Code: Unreadable, Problem: parse.Error(), Expected: "a CSV file in UTF-8"}
	}
	return nil
}

// submissionExists refuses what upstream does not take for a submission.
func submissionExists(path string) error {
	if path == "" {
		return &Refusal{Code: NotThere, Problem: "no submission was handed in"}
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Refusal{Code: NotThere, Problem: "the submission file does not exist"}
	case err != nil:
		return fmt.Errorf("submission: %w", err)
	case !info.Mode().IsRegular():
		return &Refusal{Code: NotThere, Problem: "the submission is not a file"}
	}
	ext := strings.ToLower(filepath.Ext(path))
	if ext == ".gz" || ext == ".zip" {
		ext = strings.ToLower(filepath.Ext(strings.TrimSuffix(path, filepath.Ext(path))))
	}
	if ext != ".csv" {
		return &Refusal{Code: NotThere, Problem: "the submission's name does not end in .csv", Value: filepath.Base(path)}
	}
	return nil
}

// ScoreFile scores the submission file at path; "" stands for none.
func (g *Grader) ScoreFile(path string, ans *table.Table) (Scores, error) {
	sub, err := g.ReadSubmission(path)
	return g.scoreRead(sub, err, ans)
}

// scoreRead scores what ReadSubmission returned.
func (g *Grader) scoreRead(sub *table.Table, err error, ans *table.Table) (Scores, error) {
	var r *Refusal
	switch {
	case errors.As(err, &r):
		return refuseBoth(r), nil
	case err != nil:
		return Scores{}, err
	}
	return g.Score(sub, ans)
}

func refuseBoth(r *Refusal) Scores {
	return Scores{Paper: Score{Refusal: r}, Strict: Score{Refusal: r}}
}

// Score scores a submission under both rules. The error is about the answers.
func (g *Grader) Score(sub, ans *table.Table) (Scores, error) {
	var s Scores
	var err error
	shared := &common{}
	if s.Paper, err = g.score(&frame{sub: sub, ans: ans, shared: shared}); err != nil {
		return s, err
	}
	s.Strict, err = g.score(&frame{sub: sub, ans: ans, shared: shared, strict: true})
	return s, err
}

func (g *Grader) score(f *frame) (Score, error) {
	f.spec = &g.Competition
	raw, err := g.run(f)
	var answers *AnswersError
	if errors.As(err, &answers) {
		return Score{}, err
	}
	if err == nil && f.strict && (math.IsNaN(raw) || math.IsInf(raw, 0)) {
		err = &Refusal{Code: Undefined, Problem: fmt.Sprintf("the score is %v", raw), Expected: "predictions for which the metric has a value"}
	}
	if err != nil {
		return Score{Refusal: refusal(err)}, nil
	}
	value := Round(g.Competition.Number, raw)
	return Score{Value: &value, Raw: raw}, nil
}

func (g *Grader) run(f *frame) (float64, error) {
	p := g.paper
	if f.strict {
		p = g.strict
	}
	for _, c := range p.checks {
		if err := c(f); err != nil {
			return 0, err
		}
	}
	var err error
	if f.pairing, err = p.pair(f); err != nil {
		return 0, err
	}
	if err := f.keepScored(); err != nil {
		return 0, err
	}
	return g.measure(f)
}

// measure applies the metric, once for both rules where it makes no difference.
func (g *Grader) measure(f *frame) (float64, error) {
	if m := f.shared.measured; m != nil && slices.Equal(m.pairing.a, f.pairing.a) && slices.Equal(m.pairing.s, f.pairing.s) {
		return m.raw, m.err
	}
	f.asked = false
	raw, err := g.metric(f)
	if !f.asked {
		f.shared.measured = &measured{f.pairing, raw, err}
	}
	return raw, err
}

// namedColumns: the id column and the targets are there.
func namedColumns(f *frame) error {
	for _, name := range append([]string{f.spec.Columns.ID}, f.spec.Columns.Targets...) {
		if _, err := f.column(name); err != nil {
			return err
		}
	}
	return nil
}

// notIndexed: no row is longer than the header, which would shift the names.
func notIndexed(f *frame) error {
	if f.sub.Index == 0 {
		return nil
	}
	return &Refusal{
		Code: WrongColumns, Problem: fmt.Sprintf("rows have %d fields, the header %d", f.sub.Width, len(f.sub.Columns)),
		Expected: "as many fields as the header",
	}
}
