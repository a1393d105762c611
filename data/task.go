package data

import (
	"errors"
	"io/fs"
	"path"
	"slices"
)

// Task is one thing to do with a repository: a file tasks/<repository>/<id>.yaml.
// Its form is task.schema.json; data/tasks/README.md explains it.
type Task struct {
	ID         string `yaml:"-"` // the file's name
	Repository string `yaml:"-"` // the folder's name
	File       string `yaml:"-"` // in the catalogue

	Type      string `yaml:"type"`      // bash or python
	Directory string `yaml:"directory"` // working directory, relative to the repository; "." is its root
	Readme    string `yaml:"readme"`    // file the answer is read from, relative to the repository
	Section   string `yaml:"section"`   // anchor of the README's section: "wasserstein-gan-gp"
	Entry     Entry  `yaml:"entry"`
	// Launchers are the commands that may start the entry; python3 and python when none is named.
	Launchers []string `yaml:"launchers,omitempty"`
	// Arguments in the order of the sample's arguments; the last one varies fastest.
	Arguments []TaskArgument `yaml:"arguments"`
	// Where is a constraint on combinations, in the language of builder/compose/where.
	Where string `yaml:"where,omitempty"`
	// Wordings of the instruction, templates of builder/compose/template.
	Wordings []string `yaml:"wordings"`
	// Reference is the template of the right output.
	Reference string `yaml:"reference"`
	Setup     Setup  `yaml:"setup,omitempty"`
	Quota     int    `yaml:"quota"` // samples in all splits together
	// Judged is schemas.JudgedExecution once every reference was seen to pass in the environment.
	Judged string `yaml:"judged"`
	// Environment names what the task runs in, where it is not its repository's.
	Environment string `yaml:"environment,omitempty"`
	Note        string `yaml:"note,omitempty"` // why it is as it is
}

// Entry is what a right output starts or calls. Exactly one of Script, Module and API is set.
type Entry struct {
	Script string `yaml:"script,omitempty"` // file relative to the task's directory
	Module string `yaml:"module,omitempty"` // python -m
	API    string `yaml:"api,omitempty"`    // package.module:Name
	// File holds a module's code, relative to the repository; an API's is in the lock.
	File string `yaml:"file,omitempty"`
	// Parsers are further files, relative to the repository, that declare the entry's options.
	Parsers []string `yaml:"parsers,omitempty"`
}

// Setup is what must be there before a right output can work. Nothing runs it:
// it becomes the sample's prefix_code.
type Setup struct {
	Commands []string `yaml:"commands,omitempty"` // templates, one command each
	// Provides are paths, relative to the repository, that the commands make.
	Provides []string `yaml:"provides,omitempty"`
}

// TaskArgument is an argument with the values it may take. It lands in the
// option --name of a bash task and in the keyword name of a python task, unless
// one of Option, Operand, Keyword, Input and Literal says otherwise.
type TaskArgument struct {
	Name   string `yaml:"name"`
	Values Values `yaml:"values"`

	Option  string `yaml:"option,omitempty"`  // --learning-rate
	Operand *int   `yaml:"operand,omitempty"` // 0-based position among the operands
	Keyword string `yaml:"keyword,omitempty"` // the entry's parameter
	// Input lists the dimensions of the entry's input tensor that have this size, counted from 0.
	Input []int `yaml:"input,omitempty"`
	// Literal names a callable in whose call the value stands as a literal.
	Literal string `yaml:"literal,omitempty"`
}

// Where a value was found at the pin.
const (
	FromChoices = "choices" // the option's declared choices
	FromDefault = "default" // the option's declared default
	FromSig     = "sig"     // the parameter's default in the entry's signature
	FromFlag    = "flag"    // a switch, or a parameter whose default is a bool: both values
	FromReadme  = "readme"  // a command or snippet of the task's README gives it to this option or parameter
	FromScript  = "script"  // a shell script gives it to this option of the entry
	FromPath    = "path"    // a file of the repository, or one that the set-up provides
	FromMade    = "made"    // not in the repository: a step of a numeric ladder, or free text
)

// Provenances lists where a value may come from.
var Provenances = []string{FromChoices, FromDefault, FromSig, FromFlag, FromReadme, FromScript, FromPath, FromMade}

// Values are an argument's values in their order, each with where it was found.
// In YAML they are a mapping: {0.0001: made, 0.0002: default}. A value is the
// text as written; a flag's values are on and off.
type Values []Value

// Value is one value of an argument.
type Value struct {
	Text string
	From string
	Line int // in the task file
}

// Texts returns the values alone.
func (vs Values) Texts() []string {
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = v.Text
	}
	return texts
}

// Flag reports whether the argument is a flag: its values are on and off.
func (a *TaskArgument) Flag() bool {
	return !slices.ContainsFunc(a.Values, func(v Value) bool { return v.Text != "on" && v.Text != "off" })
}

// Tasks reads tasks/<repository>/*.yaml, sorted by id; none when the folder is
// not there.
func Tasks(fsys fs.FS, repository string) ([]Task, error) {
	files, err := Files(fsys, path.Join("tasks", repository))
	if err != nil {
		return nil, err
	}
	var tasks []Task
	var errs []error
	for _, file := range files {
		t, err := Decode[Task](fsys, file)
		if err == nil {
			t.ID, t.Repository, t.File = ID(file), repository, file
			err = t.validate()
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		tasks = append(tasks, t)
	}
	return tasks, errors.Join(errs...)
}
