package compose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"podium/builder/compose/template"
	"podium/builder/compose/where"
	"podium/data"
	"podium/schemas"
)

// task is a task of the catalogue, read, checked and ready to give samples.
type task struct {
	*data.Task
	facts     *facts
	where     *where.Expr
	wordings  []*template.Template
	reference *template.Template
	setup     []*template.Template
	grid      []combination
}

// maxCombinations bounds the grid of a task; the largest that makes sense has
// some thousands.
const maxCombinations = 1 << 20

// readTask reads a task's templates and constraint, holds it against the lock
// and spans its grid. All that is wrong is reported, each with the task's file.
func readTask(t *data.Task, lock *data.Lock, repo *data.Repository) (*task, error) {
	r := &task{Task: t}
	var errs []error
	add := func(more ...error) {
		for _, err := range more {
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", t.File, err))
			}
		}
	}
	var err error
	if t.Where != "" {
		r.where, err = where.Parse(t.Where)
		add(err)
		if err == nil {
			add(r.checkNames("where", r.where.Names(), nil)...)
		}
	}
	for i, source := range t.Wordings {
		what := fmt.Sprintf("wording %d", i+1)
		if w := r.parse(what, source, add); w != nil {
			for _, err := range checkWording(w, t.Arguments) {
				add(fmt.Errorf("%s: %w", what, err))
			}
			r.wordings = append(r.wordings, w)
		}
	}
	if r.reference = r.parse("reference", t.Reference, add); r.reference != nil {
		for _, a := range t.Arguments {
			if !slices.Contains(r.reference.Names(), a.Name) {
				add(fmt.Errorf("reference: argument %s does not occur in it", a.Name))
			}
		}
	}
	for i, source := range t.Setup.Commands {
		if s := r.parse(fmt.Sprintf("set-up command %d", i+1), source, add); s != nil {
			r.setup = append(r.setup, s)
		}
	}
	if t.Judged == schemas.JudgedExecution && r.environment(repo) == "" {
		add(errors.New("judged by execution, but neither the task nor its repository names an environment"))
	}
	var missing []error
	r.facts, missing = lookUp(lock, t)
	add(missing...)
	if len(missing) == 0 {
		for i := range t.Arguments {
			add(r.facts.checkDeclared(&t.Arguments[i])...)
			add(r.facts.checkProvenance(&t.Arguments[i])...)
		}
		if r.reference != nil {
			add(r.facts.checkRequired(r.reference.Text())...)
		}
	}
	if n := product(t.Arguments); n > maxCombinations {
		add(fmt.Errorf("its arguments span %d combinations, more than %d", n, maxCombinations))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if r.grid, err = grid(t.Arguments, r.where); err != nil {
		add(err)
	} else if len(r.grid) < t.Quota {
		add(fmt.Errorf("quota %d: its arguments allow only %d combinations", t.Quota, len(r.grid)))
	}
	return r, errors.Join(errs...)
}

func (r *task) parse(what, source string, add func(...error)) *template.Template {
	t, err := template.Parse(strings.TrimRight(source, "\n"))
	if err != nil {
		add(fmt.Errorf("%s: %w", what, err))
		return nil
	}
	add(r.checkNames(what, t.Names(), t.Conditions())...)
	return t
}

// checkNames reports names that are no argument's, and conditions that no value meets.
func (r *task) checkNames(what string, names []string, conditions [][2]string) []error {
	var errs []error
	find := func(name string) *data.TaskArgument {
		i := slices.IndexFunc(r.Arguments, func(a data.TaskArgument) bool { return a.Name == name })
		if i < 0 {
			return nil
		}
		return &r.Arguments[i]
	}
	for _, n := range names {
		if find(n) == nil {
			errs = append(errs, fmt.Errorf("%s: no argument is named %q", what, n))
		}
	}
	for _, c := range conditions {
		if a := find(c[0]); a != nil && !slices.Contains(a.Values.Texts(), c[1]) {
			errs = append(errs, fmt.Errorf("%s: argument %s never has the value %q", what, c[0], c[1]))
		}
	}
	return errs
}

func (r *task) environment(repo *data.Repository) string {
	if r.Environment != "" {
		return r.Environment
	}
	return repo.Environment
}

// path is the working directory as upstream writes it.
func (r *task) path() string {
	if r.Directory == "." {
		return "./"
	}
	return "./" + r.Directory
}

// sampleType is the type in upstream's spelling.
func (r *task) sampleType() string {
	if r.Type == schemas.ModePython {
		return schemas.TypePython
	}
	return schemas.TypeBash
}

// row is the task as a release holds it.
func (r *task) row(repo *data.Repository) schemas.Task {
	row := schemas.Task{
		TaskID: r.ID, GithubID: repo.GithubID, Repository: repo.Name, Commit: repo.Commit,
		Type: r.sampleType(), Path: r.path(), ReadmePath: r.Readme,
		EntryFile: r.facts.entry.File, EntryBlob: r.facts.entry.Blob,
		Launchers: r.launchers(), Bindings: r.bindings(),
		Environment: r.environment(repo), Judged: r.Judged, Samples: int64(r.Quota),
	}
	switch e := r.Entry; {
	case e.Script != "":
		row.EntryKind, row.Entry = schemas.EntryScript, e.Script
	case e.Module != "":
		row.EntryKind, row.Entry = schemas.EntryModule, e.Module
	default:
		row.EntryKind, row.Entry = schemas.EntryAPI, e.API
	}
	for _, o := range r.facts.options {
		row.Options = append(row.Options, o.Option)
	}
	if r.facts.signature != nil {
		row.Options = append(row.Options, parameters(r.facts.signature)...)
	}
	return row
}

// parameters gives an API's parameters the form of declared options, so that
// the scorer knows what may be left to its default and what is not there.
func parameters(s *data.Signature) []schemas.Option {
	var options []schemas.Option
	for _, p := range s.Parameters {
		o := schemas.Option{Names: []string{p.Name}, Dest: p.Name, Default: p.Default}
		switch p.Kind {
		case data.ParameterArgs, data.ParameterKwargs:
			o.Arity = p.Kind
		default:
			o.Required = p.Default == nil
		}
		options = append(options, o)
	}
	return options
}

func (r *task) launchers() []string {
	switch {
	case len(r.Launchers) > 0:
		return r.Launchers
	case r.Type == schemas.ModePython:
		return nil
	case strings.HasSuffix(r.Entry.Script, ".sh"):
		return []string{"bash", "sh"}
	}
	return []string{"python3", "python"}
}

// bindings says where each argument lands; an argument that lands in several
// places, such as a width that is also a dimension of the input, has several.
func (r *task) bindings() []schemas.Binding {
	var bindings []schemas.Binding
	for i := range r.Arguments {
		a := &r.Arguments[i]
		bind := func(kind, target string, position int) {
			bindings = append(bindings, schemas.Binding{Argument: a.Name, Kind: kind, Target: target, Position: int64(position)})
		}
		switch {
		case a.Literal != "":
			bind(schemas.BindLiteral, a.Literal, -1)
		case a.Operand != nil:
			bind(schemas.BindPositional, "", *a.Operand)
		case r.Type == schemas.ModeBash:
			o, err := r.facts.option(a)
			if err == nil { // readTask has checked it
				bind(schemas.BindOption, o.Names[0], -1)
			}
		default:
			if name := keyword(r.Task, a); name != "" {
				bind(schemas.BindKeyword, name, r.facts.at(name))
			}
			for _, d := range a.Input {
				bind(schemas.BindInput, "", d)
			}
		}
	}
	return bindings
}
