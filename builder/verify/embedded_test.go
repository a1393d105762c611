package verify_test

import (
	"path/filepath"
	"testing"

	"podium/builder/compose"
	"podium/data"
	"podium/schemas"
)

// The catalogue in the program gives a release that verifies, with as many
// samples of each repository that has tasks as repositories.yaml says.
func TestEmbeddedCatalogue(t *testing.T) {
	res, err := compose.Compose(t.Context(), data.Embedded(), compose.Options{Text: schemas.TextNone})
	if err != nil {
		t.Fatal(err)
	}
	release, err := res.Write(t.Context(), "0.0.0", filepath.Join(t.TempDir(), "release"))
	if err != nil {
		t.Fatal(err)
	}
	r := verified(t, release.Dir)
	for _, p := range r.Problems {
		t.Error(p)
	}
	repos, err := data.Repositories(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, repo := range repos {
		for _, s := range res.Summary.Repositories {
			if s.Repository == repo.Name {
				want += repo.Quota
				if s.Splits["full"] != repo.Test {
					t.Errorf("%s: %d samples in full, want %d", repo.Name, s.Splits["full"], repo.Test)
				}
			}
		}
	}
	if ref := r.References; r.Keys != want || ref.Paper != want || ref.Strict != want {
		t.Errorf("%d keys, references that pass: paper %d, strict %d; want %d each", r.Keys, ref.Paper, ref.Strict, want)
	}
}
