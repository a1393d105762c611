package upstream

import "podium/schemas"

// Row is a row of an upstream file.
type Row struct {
	Place string // the row's place in its file: "row 12" or "line 12", counted from 1

	GithubID    int64
	Github      string
	RepoID      int64
	Path        string
	Arguments   string // Python dict literal
	Instruction string
	Oracle      string
	Type        string
	ID          int64
	PrefixCode  string
	Output      string
}

// Key returns the row's key.
func (r *Row) Key() schemas.Key { return schemas.Key{GithubID: r.GithubID, ID: r.ID} }

// column is one of upstream's columns: where a row keeps it, in one of two types.
type column struct {
	name   string
	number func(*Row) *int64
	text   func(*Row) *string
}

// columns lists upstream's columns in upstream's order.
func columns() []column {
	return []column{
		{name: "github_id", number: func(r *Row) *int64 { return &r.GithubID }},
		{name: "github", text: func(r *Row) *string { return &r.Github }},
		{name: "repo_id", number: func(r *Row) *int64 { return &r.RepoID }},
		{name: "path", text: func(r *Row) *string { return &r.Path }},
		{name: "arguments", text: func(r *Row) *string { return &r.Arguments }},
		{name: "instruction", text: func(r *Row) *string { return &r.Instruction }},
		{name: "oracle", text: func(r *Row) *string { return &r.Oracle }},
		{name: "type", text: func(r *Row) *string { return &r.Type }},
		{name: "id", number: func(r *Row) *int64 { return &r.ID }},
		{name: "prefix_code", text: func(r *Row) *string { return &r.PrefixCode }},
		{name: "output", text: func(r *Row) *string { return &r.Output }},
	}
}

// Columns returns the names of upstream's columns in order.
func Columns() []string {
	var names []string
	for _, c := range columns() {
		names = append(names, c.name)
	}
	return names
}

// column returns the column called name.
func columnNamed(name string) (column, bool) {
	for _, c := range columns() {
		if c.name == name {
			return c, true
		}
	}
	return column{}, false
}
