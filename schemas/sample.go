package schemas

import "fmt"

// Types of a sample, in upstream's spelling.
const (
	TypeBash   = "Bash Script"
	TypePython = "Python Code"
)

// How a pass of a sample can be established.
const (
	JudgedExecution = "execution" // the reference was seen to pass in the named environment
	JudgedStatic    = "static"    // only the static checks can be applied
)

// Splits lists the splits of the samples config in their order in a release.
var Splits = []string{"full", "quarter", "id_train", "ood_train"}

// Key identifies a sample. Upstream's id alone is not unique.
type Key struct {
	GithubID int64 `json:"github_id"`
	ID       int64 `json:"id"`
}

func (k Key) String() string { return fmt.Sprintf("github_id %d, id %d", k.GithubID, k.ID) }

// Sample is one row of the samples config: upstream's eleven columns with their
// names, types and order, then Podium's own.
type Sample struct {
	GithubID    int64  `parquet:"github_id" json:"github_id"`
	Github      string `parquet:"github,dict" json:"github"`
	RepoID      int64  `parquet:"repo_id" json:"repo_id"` // number inside the repository
	Path        string `parquet:"path,dict" json:"path"`  // "./sub/dir" of the working directory, relative to the repository
	Arguments   string `parquet:"arguments" json:"arguments"`
	Instruction string `parquet:"instruction" json:"instruction"`
	Oracle      string `parquet:"oracle" json:"oracle"` // README passage the answer is read from; empty in the variant text: none
	Type        string `parquet:"type,dict" json:"type"`
	ID          int64  `parquet:"id" json:"id"`
	PrefixCode  string `parquet:"prefix_code,dict" json:"prefix_code"`
	Output      string `parquet:"output" json:"output"` // the reference

	TaskID     string `parquet:"task_id,dict" json:"task_id"` // empty for an imported split
	Commit     string `parquet:"commit,dict" json:"commit"`
	ReadmePath string `parquet:"readme_path,dict" json:"readme_path"`
	Judged     string `parquet:"judged,dict" json:"judged"`
	Licence    string `parquet:"licence,dict" json:"licence"` // SPDX expression of the repository's text
	// ArgumentsSource keeps the literal of an imported row as it was; empty otherwise.
	ArgumentsSource string `parquet:"arguments_source" json:"arguments_source"`
}

// Key returns the sample's key.
func (s *Sample) Key() Key { return Key{s.GithubID, s.ID} }
