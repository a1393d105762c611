package upstream

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"podium/data"
	"podium/schemas"
)

func repositories() []data.Repository {
	return []data.Repository{
		{Name: "toy", GithubID: 1, Owner: "example", Repo: "toy", Commit: strings.Repeat("a", 40), Licence: "MIT"},
		{Name: "net", GithubID: 2, Owner: "Example", Repo: "Net", Commit: strings.Repeat("b", 40), Licence: "Apache-2.0"},
		{Name: "idle", GithubID: 3, Owner: "example", Repo: "idle", Commit: strings.Repeat("c", 40), Licence: "MIT"},
	}
}

func read(t *testing.T, name string) *File {
	t.Helper()
	f, err := ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The same rows, as pyarrow wrote them and as JSON lines, are the same.
func TestParquetAndLinesAgree(t *testing.T) {
	parquet, lines := read(t, "rows.parquet"), read(t, "rows.jsonl")
	if diff := cmp.Diff(lines.Rows, parquet.Rows, cmpopts.IgnoreFields(Row{}, "Place")); diff != "" {
		t.Error(diff)
	}
	if parquet.ImportedFile.Rows != 7 || parquet.Rows[6].Place != "row 7" || lines.Rows[6].Place != "line 7" {
		t.Errorf("%+v, %s, %s", parquet.ImportedFile, parquet.Rows[6].Place, lines.Rows[6].Place)
	}
}

// Arguments are what Python 3.11 makes of the literals (testdata/fixture.py);
// every other column stays as it was.
func TestSamples(t *testing.T) {
	f := read(t, "rows.parquet")
	imported, err := Samples(repositories(), f)
	if err != nil {
		t.Fatal(err)
	}
	var arguments []string
	b, err := os.ReadFile("testdata/expected.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &arguments); err != nil {
		t.Fatal(err)
	}
	var want []schemas.Sample
	for i, r := range f.Rows {
		repository := repositories()[r.GithubID-1]
		want = append(want, schemas.Sample{
			GithubID: r.GithubID, Github: r.Github, RepoID: r.RepoID, Path: r.Path, Arguments: arguments[i], Instruction: r.Instruction,
			Oracle: r.Oracle, Type: r.Type, ID: r.ID, PrefixCode: r.PrefixCode, Output: r.Output,
			Commit: repository.Commit, Judged: schemas.JudgedExecution, Licence: repository.Licence, ArgumentsSource: r.Arguments,
		})
	}
	if diff := cmp.Diff(want, imported.Samples); diff != "" {
		t.Error(diff)
	}
	if len(imported.Sources) != 2 || imported.Sources[1].Name != "Example/Net" {
		t.Errorf("sources %+v", imported.Sources)
	}
	if len(imported.Mended) != 0 {
		t.Errorf("mended %v", imported.Mended)
	}
}

func TestParquetErrors(t *testing.T) {
	for name, want := range map[string]string{
		"null.parquet": "testdata/null.parquet: row 2: column oracle is null",
		"types.parquet": `testdata/types.parquet: column id has type string, expected int64
column github_id has type string, expected int64
column repo_id has type string, expected int64
unknown column "extra"
column instruction is missing`,
	} {
		if _, err := ReadFile(filepath.Join("testdata", name)); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", name, err, want)
		}
	}
	b, err := os.ReadFile("testdata/rows.parquet")
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.parquet")
	if err := os.WriteFile(cut, b[:len(b)-10], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(cut); err == nil || !strings.Contains(err.Error(), "cut.parquet: no Parquet file: ") {
		t.Errorf("error %v", err)
	}
}

func TestProblemsAreCutShort(t *testing.T) {
	var p Problems
	for range 25 {
		p.add(Problem{Place: "line 1", What: "bad"})
	}
	if got := strings.Count(p.Error(), "\n"); got != 21 || !strings.HasSuffix(p.Error(), "and 5 more") {
		t.Errorf("%s", p)
	}
}

func FuzzReadLines(f *testing.F) {
	b, err := os.ReadFile("testdata/rows.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(b))
	f.Add("\ufeff\r\n{}\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := readLines(bufio.NewReader(strings.NewReader(text)))
		if err != nil {
			return
		}
		// What is accepted imports or is refused, without a panic.
		_, _ = Samples(repositories(), &File{Path: "fuzz", Rows: rows})
	})
}

func FuzzArguments(f *testing.F) {
	f.Add("{'a': 1, 'b': (2, 'c')}")
	f.Fuzz(func(t *testing.T, literal string) {
		args, _, err := arguments(literal)
		if err != nil {
			return
		}
		again, err := schemas.ParseArguments(args.JSON())
		if err != nil {
			t.Fatalf("%q: %s: %v", literal, args.JSON(), err)
		}
		if diff := cmp.Diff(args, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
