package run

import (
	"fmt"
	"path"
	"time"

	"podium/data"
	"podium/schemas"
	"podium/scorer/check"
	"podium/scorer/rule"
)

// checked is a sample with its static facts, before a place is found for it.
type checked struct {
	sample     schemas.Sample
	task       *schemas.Task
	repository data.Repository
	line       Check
	asked      [][]check.Execution // by output
}

// check reads the outputs of a sample without executing them. It takes the most
// of a plan's time and may be called concurrently.
func (p *planner) check(s schemas.Sample) (checked, error) {
	task, err := p.task(&s)
	if err != nil {
		return checked{}, err
	}
	repository := p.repository(&s)
	c := checked{sample: s, task: task, repository: repository, line: Check{
		Sample: s.Key(), Repository: repository.Name, Folder: repository.Folder,
		Task: s.TaskID, Type: s.Type, Deadline: p.opts.Deadline, Outputs: []Output{},
	}}
	row, ok := p.file.Row(s.Key())
	if !ok || row.Outputs == 0 {
		return c, nil
	}
	c.line.Line = row.Line
	texts, _, err := p.file.Outputs(s.Key())
	if err != nil {
		return checked{}, err
	}
	for _, text := range texts {
		facts := check.Check(&s, task, text)
		c.asked = append(c.asked, facts.Executions(text))
		facts.Strict.Text = "" // the attempt's key has its digest
		c.line.Outputs = append(c.line.Outputs, Output{
			Paper: facts.Paper, Strict: facts.Strict, Deadline: paperDeadline(repository, facts.Paper.Mode),
		})
	}
	return c, nil
}

// task returns the sample's task, nil in a release that has none.
func (p *planner) task(s *schemas.Sample) (*schemas.Task, error) {
	if s.TaskID == "" {
		return nil, nil
	}
	task := p.tasks[s.TaskID]
	if task == nil {
		return nil, fmt.Errorf("sample %d/%d: the release has no task %q", s.GithubID, s.ID, s.TaskID)
	}
	return task, nil
}

// repository returns the catalogue's entry, or one that knows only what the
// sample says: it has no environment, so nothing of it is executed.
func (p *planner) repository(s *schemas.Sample) data.Repository {
	if r, ok := p.repositories[s.GithubID]; ok {
		return r
	}
	name := path.Base(s.Github)
	return data.Repository{Name: name, GithubID: s.GithubID, Folder: name}
}

// paperDeadline is upstream's time limit for a text of that mode.
func paperDeadline(r data.Repository, mode string) time.Duration {
	if s, ok := r.Timeouts[mode]; ok {
		return time.Duration(s) * time.Second
	}
	return rule.PaperDeadline
}
