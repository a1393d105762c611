package report

import (
	"podium/scorer/run"
	"podium/scorer/stats"
)

// SchemaVersion is that of report.json.
const SchemaVersion = 1

// Report is report.json.
type Report struct {
	SchemaVersion int          `json:"schema_version"`
	Rules         string       `json:"rules_version"` // the rules that judged, which may be newer than the run
	Inputs        run.Inputs   `json:"inputs"`
	Source        run.Source   `json:"source"`
	Split         Split        `json:"split"`
	Attempts      Attempts     `json:"attempts"`
	StaticChecks  StaticChecks `json:"static_checks"`
	Paper         Rule         `json:"paper"`
	Strict        Rule         `json:"strict"`
	Difference    Difference   `json:"difference"`
	Upstream      Upstream     `json:"upstream"`
	NotExecuted   []Skip       `json:"not_executed"`
	// Unemulated is what rule paper cannot do as the published scorer does.
	Unemulated []Unemulated `json:"unemulated"`
	// Unplaced names what was missing when the run began with --allow-missing.
	Unplaced []string `json:"unplaced,omitempty"`

	folder *run.Folder // of verdicts.jsonl
	rows   []row       // of upstream/result.jsonl
}

// Split counts what the prediction file has of the split.
type Split struct {
	Name         string `json:"name"`
	Samples      int    `json:"samples"`
	Predicted    int    `json:"predicted"` // with at least one output
	Missing      int    `json:"missing"`
	Outputs      int    `json:"outputs"`
	DroppedLines int64  `json:"dropped_lines"` // unusable lines left out by --lenient
}

// Attempts counts executions.
type Attempts struct {
	run.Attempts
	Executions int `json:"executions"` // texts that a rule asks for
	Shared     int `json:"shared"`     // executions that an equal one of their sample gave the facts for
}

// StaticChecks counts the outputs that pass upstream's checks before execution.
type StaticChecks struct {
	Outputs   int  `json:"outputs"`
	Arguments Rate `json:"arguments"`
	Type      Rate `json:"type"`
	Both      Rate `json:"both"`
}

// Rule is what one rule says.
type Rule struct {
	K            []int   `json:"k"`
	All          Group   `json:"all"`
	ByRepository []Group `json:"by_repository"`
	ByTask       []Group `json:"by_task"` // none in an imported release
	ByType       []Group `json:"by_type"`
	// Causes counts outputs by what decided their verdict beside the exit: a quirk of
	// upstream's, a limit, a kind of trouble.
	Causes map[string]int `json:"causes"`
	// Reasons counts outputs by the codes of what strict's static checks found wrong,
	// an output once for each code. Paper has none: its checks are yes or no.
	Reasons map[string]int `json:"reasons"`
	// Literal counts outputs whose values were looked for as literals anywhere in
	// the entry's call, because the release does not say where each lands.
	Literal int `json:"literal"`
}

// Group is a rule's result over some samples.
type Group struct {
	Name      string `json:"name,omitempty"`
	Samples   int    `json:"samples"`
	Predicted int    `json:"predicted"`
	Dropped   int    `json:"dropped"` // rows without five outputs, under paper: no pass@k
	Outputs   int    `json:"outputs"`
	// SampleVerdicts add up to Samples.
	SampleVerdicts map[string]int `json:"sample_verdicts"`
	// OutputVerdicts add up to Outputs and one "missing" for each sample without any.
	OutputVerdicts map[string]int `json:"output_verdicts"`
	Static         Rate           `json:"static"`   // outputs that passed the rule's static checks, of all outputs
	Executed       Rate           `json:"executed"` // outputs that passed, of those with facts
	PassAt         []PassAt       `json:"pass_at"`
	// StaticPassAt is pass@k as if every output that passed the static checks passed.
	StaticPassAt []PassAt `json:"static_pass_at"`
}

// Rate is a count of a number of trials.
type Rate struct {
	Count    int            `json:"count"`
	Of       int            `json:"of"`
	Rate     float64        `json:"rate"`
	Interval stats.Interval `json:"interval"`
}

func rate(count, of int) Rate {
	r := Rate{Count: count, Of: of, Interval: stats.Wilson(float64(count), of)}
	if of > 0 {
		r.Rate = float64(count) / float64(of)
	}
	return r
}

// PassAt is a mean over samples.
type PassAt struct {
	K        int            `json:"k"`
	Passes   float64        `json:"passes"` // sum over samples; whole under paper
	Of       int            `json:"of"`     // samples
	Rate     float64        `json:"rate"`
	Interval stats.Interval `json:"interval"`
	// Bounds are there when some outputs could not be judged for infrastructure trouble.
	Bounds *Bounds `json:"bounds,omitempty"`
}

// Bounds are the rates with every output that could not be judged failed, and passed.
type Bounds struct {
	AllFailed float64 `json:"all_failed"`
	AllPassed float64 `json:"all_passed"`
}

// Difference is paper − strict.
type Difference struct {
	PassAt []DifferenceAt `json:"pass_at"`
	// Static is the same before execution.
	Static []DifferenceAt `json:"static_pass_at"`
	Causes []Cause        `json:"causes"`
}

// DifferenceAt is the difference of two rates.
type DifferenceAt struct {
	K          int     `json:"k"`
	Paper      float64 `json:"paper"`
	Strict     float64 `json:"strict"`
	Difference float64 `json:"difference"`
}

// Cause counts outputs on which the rules differ.
type Cause struct {
	Cause  string `json:"cause"`
	Paper  int    `json:"paper"`  // outputs that stand better under paper
	Strict int    `json:"strict"` // outputs that stand better under strict
}

// Skip counts what was not executed although a rule asked for it.
type Skip struct {
	Reason     string `json:"reason"`
	Samples    int    `json:"samples"`
	Executions int    `json:"executions"`
}

// Unemulated is one thing that rule paper cannot do as the published scorer does.
type Unemulated struct {
	What    string `json:"what"`
	Outputs *int   `json:"outputs"` // touched by it; null: it leaves no trace to count
}

// Upstream is what the published scorer prints: means over the rows it scores.
type Upstream struct {
	Scored  int        `json:"scored"`
	Dropped int        `json:"dropped"` // rows without five outputs
	Missing int        `json:"missing"` // samples that are in neither count: upstream does not see them
	Pass    [3]float64 `json:"pass_1_2_5"`
}

// Open reports whether some outputs could not be judged for infrastructure trouble.
func (r *Report) Open() bool {
	return r.Paper.All.OutputVerdicts["infrastructure"] > 0 || r.Strict.All.OutputVerdicts["infrastructure"] > 0
}

// Unfinished reports whether attempts of the plan have not been tried yet.
func (r *Report) Unfinished() bool {
	return r.Attempts.Finished+r.Attempts.Troubled < r.Attempts.Planned
}
