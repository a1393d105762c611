package compose_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"podium/builder/compose"
	"podium/data"
	"podium/schemas"
)

var update = flag.Bool("update", false, "write the golden files anew")

const fixture = "testdata/catalogue"

// catalogue is the fixture, with files replaced: the text nil removes one.
func catalogue(t *testing.T, replace map[string]string) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(fixture), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(fixture, p))
		fsys[p] = &fstest.MapFile{Data: b}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range replace {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// edit replaces text in a file of the fixture.
func edit(t *testing.T, file, old, new string) fstest.MapFS {
	t.Helper()
	fsys := catalogue(t, nil)
	before := string(fsys[file].Data)
	if !strings.Contains(before, old) {
		t.Fatalf("%s does not hold %q", file, old)
	}
	fsys[file] = &fstest.MapFile{Data: []byte(strings.Replace(before, old, new, 1))}
	return fsys
}

func composed(t *testing.T, fsys fs.FS, o compose.Options) *compose.Result {
	t.Helper()
	res, err := compose.Compose(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestGolden(t *testing.T) {
	if *update {
		ledgers, _, err := compose.AssignIDs(os.DirFS(fixture), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range ledgers {
			if err := os.WriteFile(filepath.Join(fixture, data.LedgerName(l.Repository)), l.Encode(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	res := composed(t, os.DirFS(fixture), compose.Options{Text: schemas.TextNone})
	got, err := json.MarshalIndent(res, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden := "testdata/golden.json"
	if *update {
		if err := os.WriteFile(golden, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)+"\n"); diff != "" {
		t.Errorf("(-golden +got)\n%s", diff)
	}
}

func TestSplits(t *testing.T) {
	res := composed(t, os.DirFS(fixture), compose.Options{})
	counts := map[string]int{}
	keys := map[schemas.Key]string{}
	full := map[schemas.Key]schemas.Sample{}
	for _, split := range schemas.Splits {
		counts[split] = len(res.Samples[split])
		for _, s := range res.Samples[split] {
			if split == "quarter" {
				if full[s.Key()] != s {
					t.Errorf("%s of quarter is not that of full", s.Key())
				}
				continue
			}
			if in, ok := keys[s.Key()]; ok {
				t.Errorf("%s is in %s and in %s", s.Key(), in, split)
			}
			keys[s.Key()] = split
			if split == "full" {
				full[s.Key()] = s
			}
		}
	}
	// full 6+3; a quarter of each, rounded: 2 (1.5) and 1 (0.75); the rest of 20 and 8; quarry's 4
	if diff := cmp.Diff(map[string]int{"full": 9, "quarter": 3, "id_train": 19, "ood_train": 4}, counts); diff != "" {
		t.Error(diff)
	}
	if want := []string{"empty"}; !slices.Equal(res.Without, want) {
		t.Errorf("Without = %q, want %q", res.Without, want)
	}
}

// An entry may be a module as well; the lock says which file holds it.
func TestModule(t *testing.T) {
	fsys := edit(t, "tasks/quarry/quarry-dig.yaml", "script: quarry/dig.py", "module: quarry.dig")
	res := composed(t, fsys, compose.Options{Repositories: []string{"quarry"}})
	got := res.Tasks[0]
	if got.EntryKind != schemas.EntryModule || got.Entry != "quarry.dig" || got.EntryFile != "quarry/dig.py" || got.EntryBlob != "c1" {
		t.Errorf("entry is %s %s in %s %s", got.EntryKind, got.Entry, got.EntryFile, got.EntryBlob)
	}
	if len(got.Options) != 1 || got.Options[0].Names[0] != "--depth" {
		t.Errorf("options are %v", got.Options)
	}
}

func TestSelection(t *testing.T) {
	all := composed(t, os.DirFS(fixture), compose.Options{})
	lens := composed(t, os.DirFS(fixture), compose.Options{Repositories: []string{"lens"}})
	of := slices.DeleteFunc(slices.Clone(all.Samples["full"]), func(s schemas.Sample) bool { return s.GithubID != 2 })
	if diff := cmp.Diff(of, lens.Samples["full"]); diff != "" {
		t.Errorf("lens alone is not lens among all:\n%s", diff)
	}
	if all.Catalogue == lens.Catalogue {
		t.Error("two selections read different files and have the same catalogue digest")
	}
	if _, err := compose.Compose(t.Context(), os.DirFS(fixture), compose.Options{Repositories: []string{"nothing"}}); err == nil {
		t.Error("an unknown repository passed")
	}
}

// A value added to a task must not change what any published id stands for.
func TestIDsGrow(t *testing.T) {
	before := composed(t, os.DirFS(fixture), compose.Options{Repositories: []string{"forge"}})
	fsys := edit(t, "tasks/forge/forge-train.yaml", "0.2: made}", "0.2: made, 0.4: made}")
	_, err := compose.Compose(t.Context(), fsys, compose.Options{Repositories: []string{"forge"}})
	var missing compose.MissingIDs
	if !errors.As(err, &missing) || missing["forge"] == 0 || !strings.Contains(err.Error(), "builder build --assign-ids") {
		t.Fatalf("Compose with samples that have no id: %v", err)
	}
	ledgers, grown, err := compose.AssignIDs(fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(ledgers) != 1 || grown["forge"] != missing["forge"] {
		t.Fatalf("AssignIDs grew %v, %v were missing", grown, missing)
	}
	old := string(fsys["ids/forge.tsv"].Data)
	fsys["ids/forge.tsv"] = &fstest.MapFile{Data: ledgers[0].Encode()}
	if !strings.HasPrefix(string(ledgers[0].Encode()), old) {
		t.Error("the grown ledger does not begin with the old one")
	}
	meaning := map[schemas.Key][2]string{}
	for _, split := range before.Samples {
		for _, s := range split {
			meaning[s.Key()] = [2]string{s.TaskID, s.Arguments}
		}
	}
	after := composed(t, fsys, compose.Options{Repositories: []string{"forge"}})
	for _, split := range after.Samples {
		for _, s := range split {
			if m, ok := meaning[s.Key()]; ok && m != [2]string{s.TaskID, s.Arguments} {
				t.Errorf("%s meant %q and now means %q", s.Key(), m, s.Arguments)
			}
		}
	}
}

// A wording added later changes only the samples that take it.
func TestWordingsStay(t *testing.T) {
	before := composed(t, os.DirFS(fixture), compose.Options{})
	after := composed(t, edit(t, "tasks/forge/forge-train.yaml", "wordings:\n", "wordings:\n  - New {data} {epochs} {lr} {scale?a|b}\n"), compose.Options{})
	took := 0
	for split, samples := range before.Samples {
		for i, s := range samples {
			switch got := after.Samples[split][i].Instruction; {
			case strings.HasPrefix(got, "New "):
				took++
			case got != s.Instruction:
				t.Errorf("%s had %q and now has %q, which is no new wording", s.Key(), s.Instruction, got)
			}
		}
	}
	if took == 0 {
		t.Error("no sample took the new wording")
	}
}

type blobs map[string]string

func (b blobs) Blob(id string) ([]byte, error) {
	if text, ok := b[id]; ok {
		return []byte(text), nil
	}
	return nil, errors.New("not in the store: " + id)
}

func TestText(t *testing.T) {
	store := blobs{
		"a1": "forge's terms\n", "a4": strings.Repeat("f", 10) + strings.Repeat("t", 40) + strings.Repeat("s", 50),
		"b1": "lens's terms\n", "b2": strings.Repeat("b", 200), "c2": strings.Repeat("q", 40),
	}
	for _, nc := range []bool{false, true} {
		res := composed(t, os.DirFS(fixture), compose.Options{Text: schemas.TextFull, Blobs: store, IncludeNonCommercial: nc})
		oracles := map[string]string{}
		for _, split := range res.Samples {
			for _, s := range split {
				oracles[s.TaskID] = s.Oracle
			}
		}
		want := map[string]string{
			"forge-train": strings.Repeat("t", 40), "forge-show": strings.Repeat("s", 50),
			"lens-blur": strings.Repeat("b", 200), "quarry-dig": "",
		}
		if nc {
			want["quarry-dig"] = strings.Repeat("q", 40)
		}
		if diff := cmp.Diff(want, oracles); diff != "" {
			t.Error(diff)
		}
		if got, want := slices.Sorted(maps.Keys(res.Licences)), []string{"forge", "lens"}; !slices.Equal(got, want) {
			t.Errorf("licences of %q, want %q", got, want)
		}
	}
	delete(store, "b2")
	if _, err := compose.Compose(t.Context(), os.DirFS(fixture), compose.Options{Text: schemas.TextFull, Blobs: store}); err == nil || !strings.Contains(err.Error(), "lens-blur.yaml: README.md: not in the store") {
		t.Errorf("a README that the store lacks: %v", err)
	}
}

func TestDigest(t *testing.T) {
	a := composed(t, os.DirFS(fixture), compose.Options{})
	b := composed(t, catalogue(t, map[string]string{"notes.txt": "not read"}), compose.Options{})
	if a.Catalogue != b.Catalogue {
		t.Error("a file that is not read changes the catalogue's digest")
	}
	c := composed(t, edit(t, "tasks/lens/lens-blur.yaml", "Blur one", "Please blur one"), compose.Options{})
	if a.Catalogue == c.Catalogue {
		t.Error("another wording has the same catalogue digest")
	}
}
