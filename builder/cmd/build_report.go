package cmd

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"podium/builder/compose"
	"podium/schemas"
)

// buildReport is what build --json prints.
type buildReport struct {
	SchemaVersion int    `json:"schema_version"`
	Version       string `json:"version"`
	Release       string `json:"release"` // digest
	Catalogue     string `json:"catalogue"`
	Text          string `json:"text"`
	compose.Summary
	Without []string       `json:"without,omitempty"`
	Files   []schemas.File `json:"files"`
}

func reportBuild(opts buildOptions, res *compose.Result, r *schemas.Release) error {
	if opts.json {
		e := json.NewEncoder(opts.stdout)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		return e.Encode(buildReport{
			SchemaVersion: 1, Version: r.Manifest.Version, Release: r.Digest(), Catalogue: res.Catalogue,
			Text: res.Text, Summary: res.Summary, Without: res.Without, Files: r.Manifest.Files,
		})
	}
	buildTable(opts.stdout, &res.Summary)
	_, err := fmt.Fprintf(opts.stdout, "%d samples of %d tasks in %s\nrelease   %s\ncatalogue %s\n",
		res.Summary.Samples, len(res.Tasks), r.Dir, r.Digest(), res.Catalogue)
	return err
}

// buildTable writes one row a task below one a repository.
func buildTable(w io.Writer, s *compose.Summary) {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	t.Style().Format.Footer = text.FormatDefault
	head := table.Row{"repository, task", "samples"}
	for _, split := range schemas.Splits {
		head = append(head, split)
	}
	t.AppendHeader(append(head, "grid", "type", "judged", "made"))
	counts := func(splits map[string]int) (row table.Row) {
		for _, split := range schemas.Splits {
			row = append(row, splits[split])
		}
		return row
	}
	made := func(c compose.ValueCounts) string { return fmt.Sprintf("%.0f%%", 100*c.Made()) }
	for i, r := range s.Repositories {
		if i > 0 {
			t.AppendSeparator()
		}
		row := append(table.Row{r.Repository, r.Samples}, counts(r.Splits)...)
		judged := fmt.Sprintf("%d executed", r.Judged[schemas.JudgedExecution])
		t.AppendRow(append(row, "", fmt.Sprintf("%d tasks", len(r.Tasks)), judged, made(r.Values)))
		for _, ts := range r.Tasks {
			row := append(table.Row{"  " + ts.Task, ts.Samples}, counts(ts.Splits)...)
			t.AppendRow(append(row, ts.Capacity, ts.Type, ts.Judged, made(ts.Values)))
		}
	}
	total := append(table.Row{"all", s.Samples}, counts(s.Splits)...)
	t.AppendFooter(append(total, "", "", "", ""))
	var right []table.ColumnConfig
	for i := range len(schemas.Splits) + 1 {
		right = append(right, table.ColumnConfig{Number: i + 2, Align: text.AlignRight, AlignFooter: text.AlignRight})
	}
	last := len(schemas.Splits) + 6
	right = append(right, table.ColumnConfig{Number: last - 3, Align: text.AlignRight}, table.ColumnConfig{Number: last, Align: text.AlignRight})
	t.SetColumnConfigs(right)
	t.Render()
}
