package diff

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"podium/internal/program"
)

// JSON writes the whole of d.
func (d *Diff) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(d)
}

// Text writes d for a terminal, with at most most rows of a table, all when it is
// negative.
func (d *Diff) Text(w io.Writer, most int) error {
	return d.write(w, style{head: "%s\n", item: "  %s\n", detail: "      %s\n", code: func(s string) string { return s }}, most)
}

// Markdown writes d for a changelog, with at most most rows of a table.
func (d *Diff) Markdown(w io.Writer, most int) error {
	return d.write(w, style{head: "\n### %s\n\n", item: "- %s\n", detail: "  - %s\n", code: func(s string) string {
		return "`" + strings.ReplaceAll(s, "`", "'") + "`"
	}}, most)
}

// style is a way to write heads, items and their details.
type style struct {
	head, item, detail string
	code               func(string) string
}

func (d *Diff) write(w io.Writer, st style, most int) error {
	var b strings.Builder
	head := func(format string, a ...any) { fmt.Fprintf(&b, st.head, fmt.Sprintf(format, a...)) }
	item := func(format string, a ...any) { fmt.Fprintf(&b, st.item, fmt.Sprintf(format, a...)) }
	head("%s → %s", d.Old.Version, d.New.Version)
	if d.Same() {
		item("no difference")
	}
	for _, s := range d.Sources {
		switch {
		case s.OldCommit == "":
			item("source %s is new, at %s (%s)", s.Repository, s.NewCommit, s.NewLicence)
		case s.NewCommit == "":
			item("source %s is gone", s.Repository)
		case s.OldCommit != s.NewCommit:
			item("source %s moved from %s to %s", s.Repository, s.OldCommit, s.NewCommit)
		}
		if s.OldLicence != s.NewLicence && s.OldLicence != "" && s.NewLicence != "" {
			item("source %s: licence %s → %s", s.Repository, s.OldLicence, s.NewLicence)
		}
	}
	for _, s := range d.Schema {
		switch {
		case s.Old == "":
			item("%s %s is new", s.Config, s.Split)
		case s.New == "":
			item("%s %s is gone", s.Config, s.Split)
		default:
			item("%s %s: other columns: %s → %s", s.Config, s.Split, st.code(s.Old), st.code(s.New))
		}
	}
	for _, f := range d.Facts {
		item("%s: %s → %s", f.Name, st.code(strings.TrimSpace(f.Old)), st.code(strings.TrimSpace(f.New)))
	}
	for _, f := range d.Files {
		item("%s: %s", program.Escape(f.Path), f.Kind)
	}
	for _, t := range d.Tables {
		head("%s %s: %d → %d rows, %d added, %d removed, %d changed", t.Config, t.Split, t.OldRows, t.NewRows, t.Added, t.Removed, t.Changed)
		for _, task := range t.Tasks {
			item("task %s: %d added, %d removed, %d changed", program.Escape(task.TaskID), task.Added, task.Removed, task.Changed)
		}
		for i, r := range t.Rows {
			if i == most {
				item("and %d rows more", len(t.Rows)-i)
				break
			}
			item("%s", r.line())
			for _, f := range r.Fields {
				fmt.Fprintf(&b, st.detail, fmt.Sprintf("%s: %s → %s", f.Name, st.code(show(f.Old)), st.code(show(f.New))))
			}
		}
	}
	_, err := io.WriteString(w, strings.TrimPrefix(b.String(), "\n"))
	return err
}

func (r *Row) line() string {
	s := fmt.Sprintf("%s %s", r.Kind, program.Escape(r.Key))
	if r.TaskID != "" {
		s += fmt.Sprintf(" (%s)", program.Escape(r.TaskID))
	}
	switch {
	case r.Other != "" && r.Kind == Added:
		s += ", came from " + r.Other
	case r.Other != "":
		s += ", went to " + r.Other
	}
	return s
}

// show is a value on one line, cut where it is long.
func show(v any) string {
	if p := reflect.ValueOf(v); p.Kind() == reflect.Pointer {
		if p.IsNil() {
			return "null"
		}
		v = p.Elem().Interface()
	}
	text, ok := v.(string)
	if !ok {
		b, err := json.Marshal(v)
		if err != nil {
			return err.Error()
		}
		text = string(b)
	}
	const longest = 160
	if runes := []rune(text); len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	return program.Escape(text)
}
