package compose

import (
	"errors"
	"fmt"
	"strings"

	"podium/builder/compose/template"
	"podium/data"
	"podium/schemas"
)

// sample is a drawn combination with its texts, before it has an id.
type sample struct {
	task        *task
	values      combination
	arguments   string // the column
	instruction string
	output      string
	prefix      string
	id          int64
}

// samples draws the task's quota and fills the templates.
func (r *task) samples() ([]*sample, error) {
	var all []*sample
	for _, c := range draw(r.ID, r.grid, r.Quota) {
		s := &sample{task: r, values: c, arguments: arguments(r.Arguments, c).JSON()}
		var errs []error
		fill := func(t *template.Template) string {
			text, err := t.Render(c.value(r.Arguments))
			errs = append(errs, err)
			return text
		}
		s.instruction = fill(choose(r.wordings, r.ID, s.arguments))
		s.output = fill(r.reference)
		var commands []string
		for _, t := range r.setup {
			commands = append(commands, fill(t))
		}
		s.prefix = strings.Join(commands, "\n")
		if err := errors.Join(errs...); err != nil {
			return nil, fmt.Errorf("%s: %w", r.File, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// arguments is what the column holds: a flag that is on has the value "", one
// that is off is absent.
func arguments(args []data.TaskArgument, c combination) schemas.Arguments {
	list := schemas.Arguments{}
	for i := range args {
		switch {
		case !args[i].Flag():
			list = append(list, schemas.Argument{Name: args[i].Name, Value: c[i].Text})
		case c[i].Text == template.On:
			list = append(list, schemas.Argument{Name: args[i].Name})
		}
	}
	return list
}

// entry is what the sample's id stands for.
func (s *sample) entry() data.LedgerEntry {
	return data.LedgerEntry{Task: s.task.ID, Arguments: s.arguments}
}

// row is the sample as a release holds it.
func (s *sample) row(repo *data.Repository, oracle string) schemas.Sample {
	return schemas.Sample{
		GithubID: repo.GithubID, Github: repo.URL(), RepoID: s.id, Path: s.task.path(),
		Arguments: s.arguments, Instruction: s.instruction, Oracle: oracle, Type: s.task.sampleType(),
		ID: s.id, PrefixCode: s.prefix, Output: s.output,
		TaskID: s.task.ID, Commit: repo.Commit, ReadmePath: s.task.Readme,
		Judged: s.task.Judged, Licence: repo.Licence,
	}
}
