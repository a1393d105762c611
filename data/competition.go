package data

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Competition says how one competition's submissions are scored: file
// competitions/<id>.yaml, schema competition.schema.json.
type Competition struct {
	ID       string `yaml:"id"`
	Title    string `yaml:"title"` // what is to be predicted, in our words
	Split    string `yaml:"split"` // low, medium, high: scored; dev: not
	Category string `yaml:"category"`
	Kaggle   struct {
		Type   string `yaml:"type"`   // simple (a file is handed in) or code
		Medals bool   `yaml:"medals"` // whether Kaggle awarded any; changes nothing here
	} `yaml:"kaggle"`
	Columns struct {
		ID string `yaml:"id"`
		// Also names further columns that make up a row's key where ids repeat;
		// only strict looks at them.
		Also    []string `yaml:"also,omitempty"`
		Targets []string `yaml:"targets"`
		// Truths are the answers' names of the targets, where they are others.
		Truths []string `yaml:"truths,omitempty"`
	} `yaml:"columns"`
	Scored  *Scored `yaml:"scored,omitempty"` // rows that count; nil: all
	Answers struct {
		Path string `yaml:"path"` // below DATA/<id>/prepared; .csv or .jsonl
	} `yaml:"answers"`
	Submission struct {
		Sample string `yaml:"sample"`         // a submission that says nothing, below prepared
		Gold   string `yaml:"gold,omitempty"` // the perfect one, where the answers are not
	} `yaml:"submission"`
	Direction string `yaml:"direction"` // higher or lower is better
	Metric    Call   `yaml:"metric"`
	// Number is the type of number that upstream's grader returns, which decides
	// how the score is rounded to five decimals: python, numpy or integer.
	Number string `yaml:"number"`
	Paper  Rules  `yaml:"paper"`
	Strict Rules  `yaml:"strict,omitempty"`
	// Prepare says how upstream makes train and test data of what Kaggle offers.
	Prepare struct {
		// Class is tabular (tables in and out), copy (other files too, as they are) or
		// decode (other files have to be read).
		Class string `yaml:"class"`
		Split string `yaml:"split"` // how test rows are picked, in words; train_test_split is scikit-learn's
	} `yaml:"prepare"`
	// MedalRule names how thresholds follow from a leaderboard.
	MedalRule  string      `yaml:"medal_rule"`
	Thresholds *Thresholds `yaml:"thresholds,omitempty"`
	Errata     []string    `yaml:"errata,omitempty"` // ids in errata.yaml that touch this competition alone
}

// Rules are what one rule demands of a submission before the metric is applied.
type Rules struct {
	Pair   Call   `yaml:"pair,omitempty"` // how rows are put in pairs
	Checks []Call `yaml:"checks,omitempty"`
}

// Scored picks the rows of the answers that count.
type Scored struct {
	// Column and Is: the rows in which the answers' column reads so.
	Column string `yaml:"column,omitempty"`
	Is     string `yaml:"is,omitempty"`
	// NotNegative: the rows whose targets do not add up to less than 0.
	NotNegative bool `yaml:"not_negative,omitempty"`
	// Align says how paper finds the submission's rows: "" by pair, "id" by id,
	// "position" by the same line of both files. Strict always goes by pair.
	Align string `yaml:"align,omitempty"`
}

// Truth is the answers' name of target i.
func (c *Competition) Truth(i int) string {
	if i < len(c.Columns.Truths) {
		return c.Columns.Truths[i]
	}
	return c.Columns.Targets[i]
}

// Mentions tells whether name occurs in what says how submissions are scored: all
// other columns of the answers are of no use.
func (c *Competition) Mentions(name string) bool {
	if name == c.Columns.ID || c.Scored != nil && name == c.Scored.Column {
		return true
	}
	for _, names := range [][]string{c.Columns.Also, c.Columns.Targets, c.Columns.Truths} {
		if slices.Contains(names, name) {
			return true
		}
	}
	calls := append([]Call{c.Metric, c.Paper.Pair, c.Strict.Pair}, c.Paper.Checks...)
	return slices.ContainsFunc(append(calls, c.Strict.Checks...), func(call Call) bool { return mentions(call.args, name) })
}

func mentions(n *yaml.Node, name string) bool {
	return n != nil && (n.Kind == yaml.ScalarNode && n.Value == name ||
		slices.ContainsFunc(n.Content, func(n *yaml.Node) bool { return mentions(n, name) }))
}

// Thresholds are facts about the competition's final leaderboard.
type Thresholds struct {
	Teams  int     `yaml:"teams"`
	Gold   float64 `yaml:"gold"`
	Silver float64 `yaml:"silver"`
	Bronze float64 `yaml:"bronze"`
	Median float64 `yaml:"median"`
	Origin string  `yaml:"origin"`
}

// Call is a name of the vocabulary with its arguments: `rows_equal` or
// `{range: {min: 0, max: 1}}`.
type Call struct {
	Name string
	args *yaml.Node
}

// UnmarshalYAML reads a bare name or a mapping of one name to its arguments.
func (c *Call) UnmarshalYAML(n *yaml.Node) error {
	switch {
	case n.Kind == yaml.ScalarNode:
		c.Name, c.args = n.Value, nil
		return nil
	case n.Kind == yaml.MappingNode && len(n.Content) == 2:
		c.Name, c.args = n.Content[0].Value, n.Content[1]
		return nil
	}
	return fmt.Errorf("line %d: expected a name or one name with its arguments", n.Line)
}

// Args decodes the arguments into v, a pointer to a struct; an unknown one is an
// error. Without arguments v stays as it is.
func (c Call) Args(v any) error {
	if c.args == nil {
		return nil
	}
	b, err := yaml.Marshal(c.args)
	if err != nil {
		return err
	}
	d := yaml.NewDecoder(bytes.NewReader(b))
	d.KnownFields(true)
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%s: %w", c.Name, err)
	}
	return nil
}

// Competitions reads every competition, sorted by id.
func Competitions(fsys fs.FS) ([]Competition, error) {
	files, err := Files(fsys, "competitions")
	if err != nil {
		return nil, err
	}
	var all []Competition
	for _, name := range files {
		c, err := competition(fsys, name)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// OneCompetition reads the competition of that id.
func OneCompetition(fsys fs.FS, id string) (Competition, error) {
	files, err := Files(fsys, "competitions")
	if err != nil {
		return Competition{}, err
	}
	name := path.Join("competitions", id+".yaml")
	if !slices.Contains(files, name) {
		return Competition{}, &UnknownCompetitionError{ID: id}
	}
	return competition(fsys, name)
}

// UnknownCompetitionError says that the catalogue has no such competition.
type UnknownCompetitionError struct{ ID string }

func (e *UnknownCompetitionError) Error() string {
	return fmt.Sprintf("competition %q is not in the catalogue", e.ID)
}

func competition(fsys fs.FS, name string) (Competition, error) {
	c, err := Decode[Competition](fsys, name)
	if err != nil {
		return c, err
	}
	if err := c.check(); err != nil {
		return c, fmt.Errorf("%s: %w", name, err)
	}
	if c.ID != ID(name) {
		return c, fmt.Errorf("%s: id %q is not the file's name", name, c.ID)
	}
	return c, nil
}

func (c *Competition) check() error {
	for _, f := range []struct {
		field, value string
		allowed      []string
	}{
		{"split", c.Split, []string{"low", "medium", "high", "dev"}},
		{"direction", c.Direction, []string{"higher", "lower"}},
		{"number", c.Number, []string{"python", "numpy", "integer"}},
		{"prepare.class", c.Prepare.Class, []string{"tabular", "copy", "decode"}},
		{"medal_rule", c.MedalRule, []string{"kaggle"}},
		{"kaggle.type", c.Kaggle.Type, []string{"simple", "code"}},
	} {
		if !slices.Contains(f.allowed, f.value) {
			return fmt.Errorf("%s %q is none of %v", f.field, f.value, f.allowed)
		}
	}
	switch {
	case c.Title == "" || c.Category == "" || c.Metric.Name == "" || c.Prepare.Split == "":
		return fmt.Errorf("title, category, metric and prepare.split are required")
	case !fs.ValidPath(c.Answers.Path):
		return fmt.Errorf("answers.path %q is no path below prepared", c.Answers.Path)
	case len(c.Columns.Targets) == 0:
		return fmt.Errorf("columns.targets is empty")
	}
	return nil
}
