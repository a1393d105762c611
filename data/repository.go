package data

import (
	"fmt"
	"io/fs"
)

// Sides of a repository.
const (
	SideID  = "id"  // it is also tested
	SideOOD = "ood" // it only trains
)

// Repository is one of the source repositories, pinned to a commit.
type Repository struct {
	Name     string `yaml:"name"`      // short: gan
	GithubID int64  `yaml:"github_id"` // upstream's number
	Owner    string `yaml:"owner"`     // on GitHub
	Repo     string `yaml:"repo"`
	Commit   string `yaml:"commit"`  // 40 hex digits
	Folder   string `yaml:"folder"`  // upstream's checkout folder below repos/
	Licence  string `yaml:"licence"` // SPDX expression
	Side     string `yaml:"side"`    // SideID or SideOOD
	Quota    int    `yaml:"quota"`   // samples in all splits together
	Test     int    `yaml:"test"`    // samples in split full
	// Timeouts are upstream's, in seconds by mode, where they are not its usual 10.
	Timeouts map[string]int `yaml:"timeouts,omitempty"`
	// Environment names the default environment of the repository's tasks.
	Environment string `yaml:"environment"`
}

// URL is the repository's address as upstream writes it.
func (r Repository) URL() string { return "https://github.com/" + r.Owner + "/" + r.Repo }

// Repositories reads repositories.yaml, in the order of github_id.
func Repositories(fsys fs.FS) ([]Repository, error) {
	rs, err := Decode[[]Repository](fsys, "repositories.yaml")
	if err != nil {
		return nil, err
	}
	for i, r := range rs {
		switch {
		case len(r.Commit) != 40:
			return nil, fmt.Errorf("repositories.yaml: %s: commit %q is not 40 hex digits", r.Name, r.Commit)
		case r.Side != SideID && r.Side != SideOOD:
			return nil, fmt.Errorf("repositories.yaml: %s: side %q is neither %s nor %s", r.Name, r.Side, SideID, SideOOD)
		case i > 0 && r.GithubID <= rs[i-1].GithubID:
			return nil, fmt.Errorf("repositories.yaml: %s: github_id %d is out of order", r.Name, r.GithubID)
		}
	}
	return rs, nil
}
