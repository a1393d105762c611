package check

import (
	"fmt"

	"podium/schemas"
)

// Verdicts of the static half of rule strict, by rank: the first that has a reason decides.
const (
	WrongType      = "wrong_type"
	WrongShape     = "wrong_shape"
	WrongArguments = "wrong_arguments"
)

// Names of the rules an execution serves.
const (
	RulePaper  = "paper"
	RuleStrict = "strict"
)

// Facts are what an output's text alone says, for both rules.
type Facts struct {
	Paper  Paper  `json:"paper"`
	Strict Strict `json:"strict"`
}

// Paper holds the published scorer's static checks.
type Paper struct {
	Arguments bool   `json:"arguments"` // every value is a substring, case aside
	Type      bool   `json:"type"`      // a bash text has ".sh " or ".py ", a python text neither
	Mode      string `json:"mode"`      // bash when ".sh " or ".py " occurs
	// Dies names why the published scorer itself would end with a traceback on this
	// output instead of judging it; such an output has failed and is not executed.
	Dies string `json:"dies,omitempty"`
}

// Passes reports whether the published scorer would execute the output.
func (p Paper) Passes() bool { return p.Arguments && p.Type && p.Dies == "" }

// Strict holds the static half of rule strict.
type Strict struct {
	Verdict string   `json:"verdict"` // empty when all static checks pass
	Reasons []Reason `json:"reasons,omitempty"`
	Mode    string   `json:"mode"`
	Text    string   `json:"text"`              // normal form; what is executed
	Changes []string `json:"changes,omitempty"` // how Text came from the output
	// Further lists what the entry was given beside the sample's arguments: "--n_epochs 5".
	Further []string `json:"further,omitempty"`
	// Literal is set when the values were looked for as literals anywhere in the
	// entry's call, because the release does not say where each of them lands.
	Literal bool `json:"literal,omitempty"`
}

// Reason is one thing that is wrong with an output.
type Reason struct {
	Verdict  string `json:"verdict"`
	Code     string `json:"code"`               // stable word: background, no_entry, value, undeclared_option, …
	Detail   string `json:"detail"`             // for people
	Line     int    `json:"line,omitempty"`     // 1-based line of Text
	Argument string `json:"argument,omitempty"` // the sample's argument in question
}

// Execution is a text to execute in a mode, and the rules that ask for it.
type Execution struct {
	Mode  string   `json:"mode"`
	Text  string   `json:"text"`
	Rules []string `json:"rules"`
}

// Executions says what must be executed for output: none, one text, or two when
// the rules differ in text or mode.
func (f *Facts) Executions(output string) []Execution {
	var list []Execution
	if f.Paper.Passes() {
		list = append(list, Execution{f.Paper.Mode, output, []string{RulePaper}})
	}
	if f.Strict.Verdict != "" {
		return list
	}
	if len(list) > 0 && list[0].Mode == f.Strict.Mode && list[0].Text == f.Strict.Text {
		list[0].Rules = append(list[0].Rules, RuleStrict)
		return list
	}
	return append(list, Execution{f.Strict.Mode, f.Strict.Text, []string{RuleStrict}})
}

// Check reads output as an answer to sample. task is the sample's task, or nil
// for an imported release, which has none. It never fails: a text that cannot be
// read is one with a reason.
func Check(sample *schemas.Sample, task *schemas.Task, output string) Facts {
	args, err := schemas.ParseArguments(sample.Arguments)
	facts := Facts{
		Paper:  checkPaper(sample, args, output),
		Strict: checkStrict(sample, task, args, output),
	}
	if err != nil { // the release's fault; no output can be right
		facts.Paper.Arguments = false
		facts.Strict.Verdict = WrongArguments
		facts.Strict.Reasons = append(facts.Strict.Reasons, Reason{
			Verdict: WrongArguments, Code: "sample", Detail: fmt.Sprintf("%s: %s", sample.Key(), err)})
	}
	return facts
}
