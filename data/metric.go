package data

import (
	"fmt"
	"io/fs"
)

// Metric says in words what a metric measures: an entry of metrics.yaml.
type Metric struct {
	Words string `yaml:"words"`
	// Best is the score of a perfect submission, nil where there is no bound.
	Best *float64 `yaml:"best,omitempty"`
}

// Metrics reads metrics.yaml, by name; a catalogue without it has none.
func Metrics(fsys fs.FS) (map[string]Metric, error) {
	const name = "metrics.yaml"
	if _, err := fs.Stat(fsys, name); err != nil {
		return nil, nil
	}
	all, err := Decode[map[string]Metric](fsys, name)
	if err != nil {
		return nil, err
	}
	for metric, m := range all {
		if m.Words == "" {
			return nil, fmt.Errorf("%s: %s has no words", name, metric)
		}
	}
	return all, nil
}
