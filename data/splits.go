package data

import (
	"fmt"
	"io/fs"
	"slices"

	"podium/schemas"
)

// What a split takes of its side.
const (
	TakeTest = "test"
	TakeRest = "rest"
)

// Split says which samples a split of a release holds.
type Split struct {
	Name  string  `yaml:"name"`
	Side  string  `yaml:"side,omitempty"`
	Take  string  `yaml:"take,omitempty"`
	Of    string  `yaml:"of,omitempty"`
	Share float64 `yaml:"share,omitempty"`
}

// Splits reads splits.yaml: the splits of schemas.Splits, in that order.
func Splits(fsys fs.FS) ([]Split, error) {
	const file = "splits.yaml"
	splits, err := Decode[[]Split](fsys, file)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range splits {
		switch {
		case s.Of != "" && (s.Take != "" || s.Side != "" || s.Share <= 0 || s.Share > 1):
			return nil, fmt.Errorf("%s: %s: a subset has of and share alone, and 0 < share <= 1", file, s.Name)
		case s.Of != "" && !slices.Contains(names, s.Of):
			return nil, fmt.Errorf("%s: %s: it is a subset of %q, which does not come before it", file, s.Name, s.Of)
		case s.Of == "" && s.Side != SideID && s.Side != SideOOD:
			return nil, fmt.Errorf("%s: %s: side %q is neither %s nor %s", file, s.Name, s.Side, SideID, SideOOD)
		case s.Of == "" && s.Take != TakeTest && s.Take != TakeRest:
			return nil, fmt.Errorf("%s: %s: take %q is neither %s nor %s", file, s.Name, s.Take, TakeTest, TakeRest)
		}
		names = append(names, s.Name)
	}
	if !slices.Equal(names, schemas.Splits) {
		return nil, fmt.Errorf("%s: splits are %q, a release has %q", file, names, schemas.Splits)
	}
	return splits, nil
}
