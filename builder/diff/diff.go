package diff

import (
	"cmp"
	"slices"

	"podium/schemas"
)

// SchemaVersion is that of a Diff's JSON.
const SchemaVersion = 1

// Diff is what changed from Old to New.
type Diff struct {
	SchemaVersion int      `json:"schema_version"`
	Old           Side     `json:"old"`
	New           Side     `json:"new"`
	Sources       []Source `json:"sources"`
	Schema        []Schema `json:"schema"`
	Tables        []Table  `json:"tables"` // those that changed
	Files         []File   `json:"files"`  // other than Parquet
	Facts         []Fact   `json:"facts"`  // of the manifest
}

// Side names a release.
type Side struct {
	Version string `json:"version"`
	Digest  string `json:"digest"`
}

// Source is a repository that came, went or moved. An empty side: not there.
type Source struct {
	Repository string `json:"repository"`
	OldCommit  string `json:"old_commit"`
	NewCommit  string `json:"new_commit"`
	OldLicence string `json:"old_licence"`
	NewLicence string `json:"new_licence"`
}

// Schema is a config's split whose columns changed, or that one release lacks.
type Schema struct {
	Config string `json:"config"`
	Split  string `json:"split"`
	Old    string `json:"old"` // columns, empty: not there
	New    string `json:"new"`
}

// Table is one split of one config, with the rows that differ in key order.
type Table struct {
	Config  string `json:"config"`
	Split   string `json:"split"`
	OldRows int64  `json:"old_rows"`
	NewRows int64  `json:"new_rows"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Changed int    `json:"changed"`
	Tasks   []Task `json:"tasks,omitempty"` // of samples: counts by task
	Rows    []Row  `json:"rows"`
}

// Task counts the samples of a task that differ.
type Task struct {
	TaskID  string `json:"task_id"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Changed int    `json:"changed"`
}

// Kinds of difference.
const (
	Added   = "added"
	Removed = "removed"
	Changed = "changed"
)

// Row is a row that differs.
type Row struct {
	Kind   string  `json:"kind"`
	Key    string  `json:"key"`
	TaskID string  `json:"task_id,omitempty"`
	Other  string  `json:"other_split,omitempty"` // of a sample: where it went, or came from
	Fields []Field `json:"fields,omitempty"`      // of a changed one
}

// Field is a column whose value differs.
type Field struct {
	Name string `json:"name"`
	Old  any    `json:"old"`
	New  any    `json:"new"`
}

// File is a file that differs.
type File struct {
	Kind string `json:"kind"`
	Path string `json:"path"`
}

// Fact is a member of the manifest that differs.
type Fact struct {
	Name string `json:"name"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// Same tells that nothing but the version and the digests of files differ.
func (d *Diff) Same() bool {
	return len(d.Sources)+len(d.Schema)+len(d.Tables)+len(d.Files)+len(d.Facts) == 0
}

// Releases compares two releases. Files are read only where their rows' digests
// differ.
func Releases(from, to *schemas.Release) (*Diff, error) {
	a, b := &from.Manifest, &to.Manifest
	d := &Diff{
		SchemaVersion: SchemaVersion,
		Old:           Side{a.Version, from.Digest()}, New: Side{b.Version, to.Digest()},
		Sources: sources(a, b), Schema: []Schema{}, Tables: []Table{}, Files: files(a, b), Facts: facts(a, b),
	}
	for _, compare := range []func(*Diff, *schemas.Release, *schemas.Release) error{
		tables(schemas.SamplesTable(), schemas.Splits...),
		tables(schemas.TasksTable(), schemas.SplitTrain),
		tables(schemas.CompetitionsTable(), schemas.SplitTrain),
		tables(schemas.LeaderboardsTable(), schemas.SplitTrain),
	} {
		if err := compare(d, from, to); err != nil {
			return nil, err
		}
	}
	moved(d.Tables)
	return d, nil
}

func sources(a, b *schemas.Manifest) []Source {
	old := map[string]schemas.Source{}
	for _, s := range a.Sources {
		old[s.Repository] = s
	}
	list := []Source{}
	for _, s := range b.Sources {
		o := old[s.Repository]
		delete(old, s.Repository)
		if o.Commit != s.Commit || o.Licence != s.Licence {
			list = append(list, Source{s.Repository, o.Commit, s.Commit, o.Licence, s.Licence})
		}
	}
	for _, s := range a.Sources {
		if _, gone := old[s.Repository]; gone {
			list = append(list, Source{Repository: s.Repository, OldCommit: s.Commit, OldLicence: s.Licence})
		}
	}
	return list
}

func files(a, b *schemas.Manifest) []File {
	digests := func(m *schemas.Manifest) map[string]string {
		by := map[string]string{}
		for _, t := range m.Texts {
			if t.Path != schemas.CardName { // it follows from the rest
				by[t.Path] = t.SHA256
			}
		}
		return by
	}
	list := []File{}
	compareMaps(digests(a), digests(b), func(kind, name string) { list = append(list, File{kind, name}) })
	slices.SortFunc(list, func(x, y File) int { return cmp.Compare(x.Path, y.Path) })
	return list
}

// compareMaps visits the keys whose values differ, in any order.
func compareMaps(a, b map[string]string, visit func(kind, key string)) {
	for key, v := range a {
		switch w, ok := b[key]; {
		case !ok:
			visit(Removed, key)
		case v != w:
			visit(Changed, key)
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			visit(Added, key)
		}
	}
}

func facts(a, b *schemas.Manifest) []Fact {
	list := []Fact{}
	for _, f := range []Fact{{"text", a.Text, b.Text}} {
		if f.Old != f.New {
			list = append(list, f)
		}
	}
	return list
}
