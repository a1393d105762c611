package aggregate

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"podium/data"
)

// Split returns the competitions of a split, sorted by id: low, medium, high or
// dev; all for the 75 of the first three; otherwise those of a file, one id a
// line, in its order.
func Split(catalogue fs.FS, name string) ([]string, error) {
	if !slices.Contains([]string{"low", "medium", "high", "dev", "all"}, name) {
		return readSplit(name)
	}
	all, err := data.Competitions(catalogue)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range all {
		if c.Split == name || name == "all" && c.Split != "dev" {
			ids = append(ids, c.ID)
		}
	}
	return ids, nil
}

func readSplit(path string) ([]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("split: neither low, medium, high, dev, all nor a file: %w", err)
	}
	var ids []string
	for line := range strings.Lines(string(b)) {
		if id := strings.TrimSpace(line); id != "" {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
