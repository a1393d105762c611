package data

import (
	"fmt"
	"io/fs"
)

// Erratum is a known fault of upstream's data or scorer: file errata.yaml.
type Erratum struct {
	ID        string `yaml:"id"`
	Benchmark string `yaml:"benchmark"` // ml-bench or mle-bench
	Title     string `yaml:"title"`
	What      string `yaml:"what"`   // what upstream does and what strict does instead
	Source    string `yaml:"source"` // where it can be seen
	// Explains are the codes of refusals that strict makes because of it.
	Explains []string `yaml:"explains,omitempty"`
	// Accepts are the codes of refusals that paper makes because of it, and strict
	// does not.
	Accepts []string `yaml:"accepts,omitempty"`
	// Rescores: strict gives another score because of it, without a refusal.
	Rescores bool `yaml:"rescores,omitempty"`
	// Everywhere: it touches every competition of the benchmark.
	Everywhere bool `yaml:"everywhere,omitempty"`
}

// Errata reads errata.yaml.
func Errata(fsys fs.FS) ([]Erratum, error) {
	all, err := Decode[[]Erratum](fsys, "errata.yaml")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, e := range all {
		switch {
		case e.ID == "" || e.Title == "" || e.What == "" || e.Source == "":
			return nil, fmt.Errorf("errata.yaml: %q lacks an id, title, what or source", e.ID)
		case e.Benchmark != "ml-bench" && e.Benchmark != "mle-bench":
			return nil, fmt.Errorf("errata.yaml: %s: benchmark %q", e.ID, e.Benchmark)
		case seen[e.ID]:
			return nil, fmt.Errorf("errata.yaml: %s stands twice", e.ID)
		}
		seen[e.ID] = true
	}
	return all, nil
}
