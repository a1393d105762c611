package data

import "podium/schemas"

// LockSchema is the version of the lock's form.
const LockSchema = 1

// Lock is what builder mine found in a repository at its pin: facts only, each
// with the file and the git blob id it was found in, never prose. Everything is
// sorted by file, then by line or byte.
type Lock struct {
	SchemaVersion int    `json:"schema_version"`
	Repository    string `json:"repository"` // short name: gan
	Commit        string `json:"commit"`
	// Licences are the files that state terms.
	Licences []LicenceFile `json:"licences"`
	// Scripts are the files that declare command-line options.
	Scripts []Script `json:"scripts"`
	// Documents are the READMEs.
	Documents []Document `json:"documents"`
	// Shells are the shell scripts, with the commands they run.
	Shells []Shell `json:"shells"`
	// Modules are the Python files whose signatures a task or a README may need.
	Modules []Module `json:"modules"`
	// Registries are the names by which the code knows models, data sets, modes.
	Registries []Registry `json:"registries"`
	// Configs are the YAML files that commands name, where the code lets a command
	// line set their keys (OmegaConf).
	Configs []Config `json:"configs,omitempty"`
	// Unread lists what could not be read statically. It is never guessed.
	Unread []Unread `json:"unread"`
}

// LockedFile names a file and the content a fact was found in.
type LockedFile struct {
	File string `json:"file"` // relative to the repository
	Blob string `json:"blob"` // git blob id
}

// LicenceFile is a file that states terms. Which terms the repository is under is
// the catalogue's say.
type LicenceFile struct {
	LockedFile
	SPDX string `json:"spdx,omitempty"` // where the text is a known one, word for word
}

// Kinds of parser a script's options are declared with.
const (
	ParserArgparse = "argparse"
	ParserAbsl     = "absl" // absl.flags, tf.flags
	ParserClick    = "click"
	ParserOptparse = "optparse"
	ParserArgv     = "argv"  // sys.argv read by position
	ParserHydra    = "hydra" // keys of a YAML file, set as key=value
)

// Script is a file with the options that its command line takes.
type Script struct {
	LockedFile
	Kind string `json:"kind"`
	// Parsers are the further files that some of the options are declared in.
	Parsers []LockedFile     `json:"parsers,omitempty"`
	Options []DeclaredOption `json:"options"`
	// Open: the script takes more options than could be read; Unread tells why.
	Open bool `json:"open,omitempty"`
}

// DeclaredOption is an option and where it is declared.
type DeclaredOption struct {
	schemas.Option
	File  string  `json:"file,omitempty"` // where it is not the script itself
	Line  int     `json:"line"`
	Const *string `json:"const,omitempty"` // Python source text
	// Command is the subcommand that takes the option, empty for the main parser.
	Command string `json:"command,omitempty"`
	// Parser numbers the parsers of a script that has several, from 0.
	Parser int `json:"parser,omitempty"`
	// DefaultLine is where Default is said when it is not the option itself that
	// says it: set_defaults or argument_default.
	DefaultLine int `json:"default_line,omitempty"`
	// Exclusive numbers the mutually exclusive group that the option is in, from 1.
	Exclusive int `json:"exclusive,omitempty"`
	// Computed names what is there but cannot be read: default, choices, type, …
	Computed []string `json:"computed,omitempty"`
}

// Config is a YAML file with its leaves; a list is one.
type Config struct {
	LockedFile
	Keys []ConfigKey `json:"keys"`
}

// ConfigKey is a leaf of a YAML file.
type ConfigKey struct {
	Name  string  `json:"name"` // run.batch_size
	Line  int     `json:"line"`
	Value *string `json:"value,omitempty"` // YAML's text of a scalar
}

// Document is a README with its sections, the commands it shows and its Python.
type Document struct {
	LockedFile
	Bytes    int       `json:"bytes"`
	Sections []Section `json:"sections"`
	Commands []Command `json:"commands"`
	Snippets []Snippet `json:"snippets"`
}

// Section is a heading with what follows it until the next heading of its level
// or a higher one.
type Section struct {
	Anchor string `json:"anchor"` // GitHub's: "wasserstein-gan-gp", made unique by -1, -2, …
	Level  int    `json:"level"`  // 1 to 6
	Span
}

// Span is a half-open range of bytes in a file, with the line it starts in.
type Span struct {
	Line  int `json:"line"` // from 1
	Start int `json:"start"`
	End   int `json:"end"`
}

// Shell is a shell script.
type Shell struct {
	LockedFile
	Positionals []Positional `json:"positionals,omitempty"` // $1, $2, … that the script reads
	Commands    []Command    `json:"commands"`
}

// Positional is an argument that a shell script reads by its number.
type Positional struct {
	Number  int     `json:"number"` // 2 of $2
	Line    int     `json:"line"`
	Name    string  `json:"name,omitempty"`    // the variable it is assigned to
	Default *string `json:"default,omitempty"` // of ${2:-default}, as the shell reads it
}

// Command starts a script or a module of the repository, as written in a README
// or a shell script. A value holds the shell's text when it needs expansion.
type Command struct {
	Span
	Dir      string   `json:"dir"`           // working directory, through every cd before it; "." is the repository
	Env      []string `json:"env,omitempty"` // NAME=value before the command
	Launcher []string `json:"launcher"`      // python3 · python -m torch.distributed.launch --nproc_per_node=8 · bash
	Script   string   `json:"script,omitempty"`
	Module   string   `json:"module,omitempty"` // python -m
	// File is the repository's file that is started; empty when there is none.
	File      string     `json:"file,omitempty"`
	Arguments []Argument `json:"arguments,omitempty"`
	// Unexpanded: some part holds a variable or a placeholder.
	Unexpanded bool `json:"unexpanded,omitempty"`
}

// Argument is an option, with its values, or an operand of a command.
type Argument struct {
	Option string   `json:"option,omitempty"` // as written, with dashes; empty for an operand
	Values []string `json:"values,omitempty"`
	Equals bool     `json:"equals,omitempty"` // written --option=value
	// Undeclared: the file that is started declares no such option, and all that it
	// declares could be read.
	Undeclared bool `json:"undeclared,omitempty"`
}

// Snippet is a block of Python in a document.
type Snippet struct {
	Span
	Imports []Import      `json:"imports"`
	Calls   []SnippetCall `json:"calls"`
}

// Import binds a name to a module or to what a module holds.
type Import struct {
	Name   string `json:"name"`
	Target string `json:"target"` // package.module or package.module:Name
}

// SnippetCall is a call in a snippet.
type SnippetCall struct {
	Line int `json:"line"` // in the document
	// Callee is resolved through the imports: package.module:Name.attribute. A call
	// of what an earlier call gave is that callee followed by "()": m:Class().run.
	Callee string `json:"callee"`
	// Bound is the name that the result is assigned to.
	Bound     string         `json:"bound,omitempty"`
	Arguments []CallArgument `json:"arguments,omitempty"`
}

// CallArgument is one argument of a call.
type CallArgument struct {
	Keyword string `json:"keyword,omitempty"` // empty: by position
	// Literal is the argument's Python source when it is a literal.
	Literal string `json:"literal,omitempty"`
	// Name is the dotted name that it is when it is one, resolved as a callee is.
	Name string `json:"name,omitempty"`
	// Call is the callee when it is itself a call, listed before this one.
	Call string `json:"call,omitempty"`
}

// Module is a Python file with the signatures that it holds.
type Module struct {
	LockedFile
	Name       string      `json:"name"` // package.module, as it is imported
	Signatures []Signature `json:"signatures"`
	// Exports are names that a package takes from other modules of the repository,
	// "*" all that are in the target.
	Exports []Import `json:"exports,omitempty"`
}

// Signature is how a function, or a class through its __init__, is called.
type Signature struct {
	Name       string      `json:"name"` // package.module:Name, or package.module:Class.method
	Line       int         `json:"line"`
	Class      bool        `json:"class,omitempty"`
	Bases      []string    `json:"bases,omitempty"` // of a class, as written
	Decorators []string    `json:"decorators,omitempty"`
	Parameters []Parameter `json:"parameters"` // without self
}

// Kinds of parameter, where it is not the usual one.
const (
	ParameterPositional = "positional" // before a "/"
	ParameterKeyword    = "keyword"    // after a "*"
	ParameterArgs       = "*"
	ParameterKwargs     = "**"
)

// Parameter is one parameter of a signature.
type Parameter struct {
	Name    string  `json:"name"`
	Kind    string  `json:"kind,omitempty"`
	Default *string `json:"default,omitempty"` // Python source text
}

// Registry is a collection of names in the code.
type Registry struct {
	LockedFile
	// Name is the variable, package.module:NAME or package.module:Class.NAME, or the
	// decorator that registers, package.module:@register_model.
	Name string   `json:"name"`
	Line int      `json:"line"` // of the first, for a decorator
	Keys []string `json:"keys"`
}

// Unread is something that cannot be read statically.
type Unread struct {
	File string `json:"file"`
	Blob string `json:"blob"`
	Line int    `json:"line"`
	What string `json:"what"` // argparse, absl, shell, markdown, python, …
	Why  string `json:"why"`
}
