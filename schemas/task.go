package schemas

// Kinds of entry a task may have.
const (
	EntryScript = "script" // a file started by an interpreter: "gan.py"
	EntryModule = "module" // python -m: "training.main"
	EntryAPI    = "api"    // a Python callable: "package.module:Name"
)

// Task is one row of the tasks config: everything the scorer must know to check
// an output of one of the task's samples without the catalogue.
type Task struct {
	TaskID      string    `parquet:"task_id" json:"task_id"`
	GithubID    int64     `parquet:"github_id" json:"github_id"`
	Repository  string    `parquet:"repository,dict" json:"repository"` // short name: gan
	Commit      string    `parquet:"commit,dict" json:"commit"`
	Type        string    `parquet:"type,dict" json:"type"`
	Path        string    `parquet:"path" json:"path"` // as Sample.Path
	ReadmePath  string    `parquet:"readme_path" json:"readme_path"`
	EntryKind   string    `parquet:"entry_kind,dict" json:"entry_kind"`
	Entry       string    `parquet:"entry" json:"entry"`              // script: relative to Path
	EntryFile   string    `parquet:"entry_file" json:"entry_file"`    // relative to the repository
	EntryBlob   string    `parquet:"entry_blob" json:"entry_blob"`    // git blob id of EntryFile
	Launchers   []string  `parquet:"launchers,list" json:"launchers"` // commands that may start a script: python, python3, bash
	Options     []Option  `parquet:"options,list" json:"options"`     // declared by the entry's parser; of an API, its parameters
	Bindings    []Binding `parquet:"bindings,list" json:"bindings"`
	Environment string    `parquet:"environment,dict" json:"environment"`
	Judged      string    `parquet:"judged,dict" json:"judged"`
	Samples     int64     `parquet:"samples" json:"samples"`
}

// Option is a command-line option or positional that a parser declares.
type Option struct {
	Names    []string `parquet:"names,list" json:"names" yaml:"names"` // as written, with dashes; a positional has one name without
	Dest     string   `parquet:"dest" json:"dest" yaml:"dest"`
	Action   string   `parquet:"action" json:"action,omitempty" yaml:"action,omitempty"`             // argparse's: store (or empty), store_true, store_false, append, …
	Type     string   `parquet:"type" json:"type,omitempty" yaml:"type,omitempty"`                   // callable as written: int, float, str, bool, …
	Default  *string  `parquet:"default,optional" json:"default,omitempty" yaml:"default,omitempty"` // Python source text of the default
	Choices  []string `parquet:"choices,list" json:"choices,omitempty" yaml:"choices,omitempty"`     // as Python's str gives them
	Arity    string   `parquet:"arity" json:"arity,omitempty" yaml:"arity,omitempty"`                // nargs: "?", "*", "+", "3", …; of an API's parameter "*" or "**"
	Required bool     `parquet:"required" json:"required,omitempty" yaml:"required,omitempty"`
}

// Kinds of binding: where the value of a sample's argument lands in a right output.
const (
	BindOption     = "option"     // Target is the option's first name: --lr
	BindPositional = "positional" // Target is its 0-based position among the operands
	BindKeyword    = "keyword"    // entry's parameter, by keyword Target or at Position
	BindInput      = "input"      // a dimension of an input tensor of the entry: Position in its shape
	BindLiteral    = "literal"    // anywhere as a literal inside a call to Target
)

// Binding says where an argument lands.
type Binding struct {
	Argument string `parquet:"argument" json:"argument" yaml:"argument"`
	Kind     string `parquet:"kind,dict" json:"kind" yaml:"kind"`
	Target   string `parquet:"target" json:"target,omitempty" yaml:"target,omitempty"`
	Position int64  `parquet:"position" json:"position" yaml:"position"` // -1: none
}
