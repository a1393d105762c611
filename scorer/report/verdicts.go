package report

import (
	"bufio"
	"encoding/json"
	"io"

	"podium/schemas"
	"podium/scorer/check"
	"podium/scorer/rule"
	"podium/scorer/run"
)

// sampleVerdicts is a line of verdicts.jsonl: a sample of the split, its verdict
// under each rule, and how each output came by its own.
type sampleVerdicts struct {
	Sample  schemas.Key      `json:"sample"`
	Task    string           `json:"task,omitempty"`
	Line    int64            `json:"line,omitempty"` // of the prediction file; 0: no prediction
	Paper   rule.Verdict     `json:"paper"`          // of the best output
	Strict  rule.Verdict     `json:"strict"`
	Outputs []outputVerdicts `json:"outputs"`
}

type outputVerdicts struct {
	Paper      rule.Judgement  `json:"paper"`
	Strict     rule.Judgement  `json:"strict"`
	Reasons    []check.Reason  `json:"reasons,omitempty"`    // why strict's static checks refused it
	Executions []run.Execution `json:"executions,omitempty"` // keys of attempts.jsonl
}

func newVerdicts(j *run.Judged) sampleVerdicts {
	v := sampleVerdicts{
		Sample: j.Sample, Task: j.Task, Line: j.Line, Outputs: make([]outputVerdicts, len(j.Outputs)),
		Paper: best(j.Paper), Strict: best(j.Strict),
	}
	for i, o := range j.Outputs {
		v.Outputs[i] = outputVerdicts{j.Paper[i], j.Strict[i], o.Strict.Reasons, o.Executions}
	}
	return v
}

func best(outputs []rule.Judgement) rule.Verdict {
	verdicts := make([]rule.Verdict, len(outputs))
	for i, o := range outputs {
		verdicts[i] = o.Verdict
	}
	return rule.Sample(verdicts)
}

// WriteVerdicts writes verdicts.jsonl: one line a sample of the split, in its order.
func (r *Report) WriteVerdicts(w io.Writer) error {
	bw := bufio.NewWriter(w)
	enc := json.NewEncoder(bw)
	enc.SetEscapeHTML(false)
	for j, err := range r.folder.Samples() {
		if err != nil {
			return err
		}
		if err := enc.Encode(newVerdicts(&j)); err != nil {
			return err
		}
	}
	return bw.Flush()
}
