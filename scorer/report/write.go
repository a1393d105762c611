package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"podium/internal/atomicfile"
)

const jsonFile = "report.json"

// WriteJSON writes the report as report.json has it.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// Write writes verdicts.jsonl, upstream/result.jsonl, report.html and, last,
// report.json into a run folder.
func (r *Report) Write(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "upstream"), 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		fill func(io.Writer) error
	}{
		{"verdicts.jsonl", r.WriteVerdicts},
		{filepath.Join("upstream", "result.jsonl"), r.WriteUpstream},
		{"report.html", r.WriteHTML},
		{jsonFile, r.WriteJSON},
	} {
		if err := atomicfile.Write(filepath.Join(dir, f.name), 0o644, f.fill); err != nil {
			return err
		}
	}
	return nil
}

// Read reads report.json of a run folder.
func Read(dir string) (*Report, error) {
	path := filepath.Join(dir, jsonFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w; scorer regrade %s makes it from what was run so far", err, dir)
	}
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if r.SchemaVersion != SchemaVersion {
		return nil, fmt.Errorf("%s: schema version %d, this scorer reads %d", path, r.SchemaVersion, SchemaVersion)
	}
	return &r, nil
}
