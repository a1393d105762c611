package diff_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/builder/diff"
	"podium/schemas"
)

// release writes a release with samples by split.
func release(t testing.TB, version, commit string, splits map[string][]schemas.Sample) *schemas.Release {
	t.Helper()
	dir := filepath.Join(t.TempDir(), version)
	m := schemas.Manifest{Version: version, Text: schemas.TextNone, Sources: []schemas.Source{
		{Repository: "toy", GithubID: 1, Name: "example/toy", Commit: commit, Licence: "MIT"},
	}}
	_, err := schemas.CreateRelease(context.Background(), dir, m, func(w *schemas.ReleaseWriter) error {
		for _, split := range schemas.Splits {
			if rows, ok := splits[split]; ok {
				if err := schemas.AddRows(w, schemas.SamplesTable(), split, rows); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := schemas.OpenRelease(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sample(id int64, task, instruction string) schemas.Sample {
	return schemas.Sample{
		GithubID: 1, ID: id, RepoID: id, Path: "./", Arguments: "{}", Instruction: instruction, Type: schemas.TypeBash,
		Judged: schemas.JudgedStatic, TaskID: task, Output: "x",
	}
}

func TestReleases(t *testing.T) {
	from := release(t, "0.1.0", "aaa", map[string][]schemas.Sample{
		"full":     {sample(1, "toy-a", "one"), sample(2, "toy-a", "two"), sample(3, "toy-b", "three")},
		"id_train": {sample(4, "toy-b", "four")},
	})
	to := release(t, "0.2.0", "bbb", map[string][]schemas.Sample{
		"full":     {sample(1, "toy-a", "one"), sample(2, "toy-a", "zwei"), sample(4, "toy-b", "four")},
		"id_train": {sample(3, "toy-b", "three"), sample(5, "toy-b", "five")},
	})
	got, err := diff.Releases(from, to)
	if err != nil {
		t.Fatal(err)
	}
	key := func(id string) string { return "github_id 1, id " + id }
	want := &diff.Diff{
		SchemaVersion: 1, Old: diff.Side{Version: "0.1.0", Digest: from.Digest()}, New: diff.Side{Version: "0.2.0", Digest: to.Digest()},
		Sources: []diff.Source{{Repository: "toy", OldCommit: "aaa", NewCommit: "bbb", OldLicence: "MIT", NewLicence: "MIT"}},
		Schema:  []diff.Schema{}, Files: []diff.File{}, Facts: []diff.Fact{},
		Tables: []diff.Table{
			{
				Config: "samples", Split: "full", OldRows: 3, NewRows: 3, Added: 1, Removed: 1, Changed: 1,
				Tasks: []diff.Task{{TaskID: "toy-a", Changed: 1}, {TaskID: "toy-b", Added: 1, Removed: 1}},
				Rows: []diff.Row{
					{Kind: diff.Changed, Key: key("2"), TaskID: "toy-a", Fields: []diff.Field{{Name: "instruction", Old: "two", New: "zwei"}}},
					{Kind: diff.Removed, Key: key("3"), TaskID: "toy-b", Other: "id_train"},
					{Kind: diff.Added, Key: key("4"), TaskID: "toy-b", Other: "id_train"},
				},
			},
			{
				Config: "samples", Split: "id_train", OldRows: 1, NewRows: 2, Added: 2, Removed: 1,
				Tasks: []diff.Task{{TaskID: "toy-b", Added: 2, Removed: 1}},
				Rows: []diff.Row{
					{Kind: diff.Added, Key: key("3"), TaskID: "toy-b", Other: "full"},
					{Kind: diff.Removed, Key: key("4"), TaskID: "toy-b", Other: "full"},
					{Kind: diff.Added, Key: key("5"), TaskID: "toy-b"},
				},
			},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error("want - got +\n", d)
	}
	same, err := diff.Releases(from, from)
	if err != nil || !same.Same() {
		t.Errorf("a release differs from itself: %+v, %v", same, err)
	}
}

func BenchmarkReleases(b *testing.B) {
	rows := func(instruction string) (list []schemas.Sample) {
		for id := range int64(10_044) {
			list = append(list, sample(id, "toy-a", instruction))
		}
		return list
	}
	from := release(b, "0.1.0", "aaa", map[string][]schemas.Sample{"full": rows("do this")})
	to := release(b, "0.2.0", "aaa", map[string][]schemas.Sample{"full": rows("do that")})
	for b.Loop() {
		if _, err := diff.Releases(from, to); err != nil {
			b.Fatal(err)
		}
	}
}
