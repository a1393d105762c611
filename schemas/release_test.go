package schemas

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const goldenRelease = "testdata/release"

// files returns the contents of all files below dir by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, p))
		all[p] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The committed release is the format: it must come out byte for byte, on any
// machine, and stay readable.
func TestReleaseIsGolden(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "release")
	tinyRelease(t, dir)
	if *update {
		if err := os.RemoveAll(goldenRelease); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(goldenRelease, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	got, want := files(t, dir), files(t, goldenRelease)
	for name := range want {
		if strings.HasSuffix(name, ".parquet") {
			if got[name] != want[name] {
				t.Errorf("%s differs", name)
			}
			delete(got, name)
			delete(want, name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestReleaseReadsBack(t *testing.T) {
	r, err := OpenRelease(goldenRelease)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Manifest.Splits(ConfigSamples), []string{"full", "quarter", "ood_train"}; !slices.Equal(got, want) {
		t.Errorf("splits %v, want %v", got, want)
	}
	for split, want := range tinySamples() {
		if len(want) == 0 {
			continue
		}
		slices.SortFunc(want, func(a, b Sample) int { return SamplesTable().Compare(&a, &b) })
		got, err := collect(r.Samples(split))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("split %s: -want +got:\n%s", split, diff)
		}
	}
	tasks, err := r.Tasks()
	if err != nil {
		t.Fatal(err)
	}
	want := tinyTasks()
	slices.Reverse(want)
	// A list without items reads back as empty or nil; both are none.
	none := cmp.FilterPath(func(cmp.Path) bool { return true }, cmp.Comparer(func(a, b []string) bool { return slices.Equal(a, b) }))
	if diff := cmp.Diff(want[1], tasks[1], none, cmp.Comparer(func(a, b []Binding) bool { return slices.Equal(a, b) })); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(tasks) != 2 || tasks[0].TaskID != "net/run" {
		t.Errorf("tasks %v", tasks)
	}
	for _, err := range r.Samples("id_train") {
		if err == nil || !strings.Contains(err.Error(), `no split "id_train", it has: full, quarter, ood_train`) {
			t.Errorf("error %v", err)
		}
	}
}

func TestReleaseIsNeverRewritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "release")
	first := tinyRelease(t, dir)
	before := files(t, dir)
	if again := tinyRelease(t, dir); again.Digest() != first.Digest() {
		t.Errorf("digest %s, then %s", first.Digest(), again.Digest())
	}
	other := tinyManifest()
	other.Version = "1.2.4"
	if _, err := createTiny(context.Background(), dir, other); !errors.Is(err, ErrReleaseExists) {
		t.Errorf("another version: %v", err)
	}
	if diff := cmp.Diff(before, files(t, dir)); diff != "" {
		t.Errorf("the release changed: %s", diff)
	}
	if err := os.WriteFile(filepath.Join(dir, "licenses", "toy"), []byte("Pay.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := createTiny(context.Background(), dir, tinyManifest()); !errors.Is(err, ErrReleaseExists) {
		t.Errorf("a changed file: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil || len(entries) != 1 {
		t.Errorf("left beside the release: %v %v", entries, err)
	}
}

func TestCreateReleaseLeavesNothingBehind(t *testing.T) {
	parent := t.TempDir()
	broken := errors.New("broken")
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	notes := filepath.Join(parent, "notes")
	if err := os.MkdirAll(filepath.Join(notes, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, create := range map[string]func() error{
		"fill fails": func() error {
			_, err := CreateRelease(context.Background(), filepath.Join(parent, "r"), tinyManifest(), func(*ReleaseWriter) error { return broken })
			return err
		},
		"canceled": func() error {
			_, err := createTiny(canceled, filepath.Join(parent, "r"), tinyManifest())
			return err
		},
		"no release there": func() error {
			_, err := createTiny(context.Background(), notes, tinyManifest())
			return err
		},
		"version": func() error {
			m := tinyManifest()
			m.Version = "1.2"
			_, err := createTiny(context.Background(), filepath.Join(parent, "r"), m)
			return err
		},
		"current folder": func() error {
			_, err := createTiny(context.Background(), ".", tinyManifest())
			return err
		},
		"key twice": func() error {
			_, err := CreateRelease(context.Background(), filepath.Join(parent, "r"), tinyManifest(), func(w *ReleaseWriter) error {
				s := tinySample(1, 2, TypeBash, "", nil)
				return AddRows(w, SamplesTable(), "full", []Sample{s, s})
			})
			return err
		},
	} {
		if err := create(); err == nil {
			t.Errorf("%s: no error", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
		if entries, _ := os.ReadDir(parent); len(entries) != 1 {
			t.Errorf("%s: left %v", name, entries)
		}
	}
}

func TestDamagedReleaseIsToldByFile(t *testing.T) {
	for name, damage := range map[string]func(b []byte) []byte{
		"data/full-00000-of-00001.parquet":   func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"tasks/train-00000-of-00001.parquet": func(b []byte) []byte { return b[:len(b)-1] },
		"README.md":                          func(b []byte) []byte { return append(b, '\n') },
	} {
		dir := filepath.Join(t.TempDir(), "release")
		r := tinyRelease(t, dir)
		b, err := os.ReadFile(r.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(r.Path(name), damage(bytes.Clone(b)), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := r.CheckFiles(); err == nil || !strings.Contains(err.Error(), filepath.Base(name)) {
			t.Errorf("%s: %v", name, err)
		}
		if strings.HasPrefix(name, "data/") {
			if _, err := collect(r.Samples("full")); err == nil {
				t.Errorf("%s: read without error", name)
			}
		}
	}
}

func TestParseManifestRefuses(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(goldenRelease, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	good := string(b)
	if _, err := ParseManifest(b); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string][2]string{
		"schema_version is 2, this program reads 1":            {`"schema_version": 1`, `"schema_version": 2`},
		`version "01.2.3" is not of the form X.Y.Z`:            {`"1.2.3"`, `"01.2.3"`},
		`text is "some", expected none or full`:                {`"text": "full"`, `"text": "some"`},
		`path "../README.md" does not stay inside the release`: {`"README.md"`, `"../README.md"`},
		`path "/README.md" does not stay inside the release`:   {`"README.md"`, `"/README.md"`},
		`path "licenses/toy" occurs twice`:                     {`"README.md"`, `"licenses/toy"`},
		`json: unknown field "texts2"`:                         {`"texts"`, `"texts2"`},
		"invalid character '{' after top-level value":          {"\n}\n", "\n}\n{}"},
	} {
		if _, err := ParseManifest([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func FuzzParseManifest(f *testing.F) {
	b, err := os.ReadFile(filepath.Join(goldenRelease, ManifestName))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := ParseManifest(b)
		if err != nil {
			return
		}
		again, err := m.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseManifest(again); err != nil {
			t.Fatalf("%s\n%v", again, err)
		}
	})
}
