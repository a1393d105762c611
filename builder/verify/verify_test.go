package verify_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"podium/builder/compose"
	"podium/builder/verify"
	"podium/schemas"
)

// release is a release in memory, to be written with something wrong in it.
type release struct {
	manifest schemas.Manifest
	samples  map[string][]schemas.Sample
	tasks    []schemas.Task
}

// composed is the release that the fixture catalogue gives.
func composed(t *testing.T) *release {
	t.Helper()
	res, err := compose.Compose(t.Context(), os.DirFS("../compose/testdata/catalogue"), compose.Options{Text: schemas.TextNone})
	if err != nil {
		t.Fatal(err)
	}
	return &release{
		schemas.Manifest{Version: "1.2.3", Catalogue: res.Catalogue, Text: res.Text, Sources: res.Sources},
		res.Samples, res.Tasks,
	}
}

// write writes the release with a manifest that fits it.
func (r *release) write(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "release")
	_, err := schemas.CreateRelease(t.Context(), dir, r.manifest, func(w *schemas.ReleaseWriter) error {
		for _, split := range schemas.Splits {
			if err := schemas.AddRows(w, schemas.SamplesTable(), split, r.samples[split]); err != nil {
				return err
			}
		}
		return schemas.AddRows(w, schemas.TasksTable(), schemas.SplitTrain, r.tasks)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// full returns the first sample of split full that the task gave.
func (r *release) full(task string) *schemas.Sample {
	i := slices.IndexFunc(r.samples["full"], func(s schemas.Sample) bool { return s.TaskID == task })
	return &r.samples["full"][i]
}

const fullFile = "data/full-00000-of-00001.parquet"

func verified(t *testing.T, dir string) *verify.Report {
	t.Helper()
	r, err := verify.Release(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVerify(t *testing.T) {
	r := verified(t, composed(t).write(t))
	for _, p := range r.Problems {
		t.Error(p)
	}
	if r.Keys != 32 || r.Tasks != 4 || r.Version != "1.2.3" {
		t.Errorf("%d keys, %d tasks, version %s; want 32, 4, 1.2.3", r.Keys, r.Tasks, r.Version)
	}
	if ref := r.References; ref.Checked != 32 || ref.Paper != 32 || ref.Strict != 32 {
		t.Errorf("references %+v, want 32 that pass both rules", ref)
	}
}

// Faults that a release with a fitting manifest can have.
func TestForged(t *testing.T) {
	for name, tt := range map[string]struct {
		forge func(r *release)
		want  string
	}{
		"a key in two splits": {
			func(r *release) { r.samples["id_train"] = append(r.samples["id_train"], r.samples["full"][0]) },
			"the key occurs already in split full, row 1",
		},
		"quarter outside full": {
			func(r *release) { r.samples["quarter"][0] = r.samples["id_train"][0] },
			"it is not in split full",
		},
		"quarter differs from full": {
			func(r *release) { r.samples["quarter"][0].Instruction += "!" },
			"of split full",
		},
		"a value that the reference does not have": {
			func(r *release) {
				s := r.full("lens-blur")
				s.Arguments = strings.Replace(s.Arguments, `"mode": "gauss"`, `"mode": "box"`, 1)
			},
			"task lens-blur: the reference output fails the scorer's check: paper: arguments; strict: wrong_arguments",
		},
		"a reference of another type": {
			func(r *release) { r.full("forge-train").Output = "print('0.05 0.1 0.2 20 50 blobs rings stripes')" },
			"the reference output fails the scorer's check: paper: type",
		},
		"an undeclared option": {
			func(r *release) { r.full("forge-train").Output += " --fast 1" },
			"strict: wrong_arguments",
		},
		"arguments that are no JSON": {
			func(r *release) { r.full("forge-show").Arguments = "{'picture': 'x'}" },
			"task forge-show: arguments:",
		},
		"arguments written another way": {
			func(r *release) {
				s := r.full("forge-show")
				s.Arguments = strings.ReplaceAll(s.Arguments, ": ", ":")
			},
			"are not written as",
		},
		"a tested sample to train on": {
			func(r *release) {
				s := *r.full("forge-train")
				s.ID = 99
				r.samples["id_train"] = append(r.samples["id_train"], s)
			},
			"github_id 1, id 99: task forge-train: task and arguments are those of the tested github_id 1, id",
		},
		"a tested instruction to train on": {
			func(r *release) {
				s := r.samples["ood_train"]
				s[0].Instruction = strings.ToUpper(r.full("lens-blur").Instruction) + "\n"
			},
			"the instruction is that of the tested github_id 2, id",
		},
		"a task that is not there": {
			func(r *release) { r.full("forge-show").TaskID = "forge-shows" },
			`task "forge-shows" is not in the release`,
		},
		"a path that is not the task's": {
			func(r *release) { r.full("forge-train").Path = "./" },
			"is not that of task forge-train",
		},
		"a sample less than the task says": {
			func(r *release) { r.samples["ood_train"] = r.samples["ood_train"][1:] },
			"data/../tasks: task quarry-dig: 3 samples, it says 4",
		},
		"another commit": {
			func(r *release) { r.full("lens-blur").Commit = strings.Repeat("5", 40) },
			"the manifest's source has 2222222222222222222222222222222222222222, Apache-2.0",
		},
		"an unknown repository": {
			func(r *release) { r.manifest.Sources = r.manifest.Sources[1:] },
			"the manifest has no source 1",
		},
		"text where there is none": {
			func(r *release) { r.full("forge-show").Oracle = "a passage" },
			"an oracle in the variant without text",
		},
		"a type of its own": {
			func(r *release) { r.full("forge-show").Type = "Bash" },
			`type "Bash"`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := composed(t)
			tt.forge(r)
			want := strings.Replace(tt.want, "data/../tasks", "tasks/train-00000-of-00001.parquet: row 4", 1)
			expect(t, verified(t, r.write(t)), want)
		})
	}
}

func expect(t *testing.T, r *verify.Report, want string) {
	t.Helper()
	var all []string
	for _, p := range r.Problems {
		all = append(all, p.String())
	}
	if !strings.Contains(strings.Join(all, "\n"), want) {
		t.Errorf("problems\n%.2000s\nwant one with\n%s", strings.Join(all, "\n"), want)
	}
}

// Damage to the files of a release that was whole. Where fix is set the manifest's
// bytes and SHA-256 are made to fit, so that only reading the rows can tell.
func TestDamaged(t *testing.T) {
	rewrite := func(change func(r *release)) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			r := composed(t)
			change(r)
			copyFile(t, filepath.Join(r.write(t), fullFile), filepath.Join(dir, fullFile))
		}
	}
	for name, tt := range map[string]struct {
		damage func(t *testing.T, dir string)
		fix    bool
		want   string
	}{
		"a byte flipped": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, fullFile), func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
			}, false, fullFile + ": its digest is",
		},
		"the end cut off": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, fullFile), func(b []byte) []byte { return b[:len(b)-10] })
			}, false, "bytes, the manifest says",
		},
		"the end cut off, digest fixed": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, fullFile), func(b []byte) []byte { return b[:len(b)-10] })
			}, true, "Parquet file",
		},
		"garbage in the footer, digest fixed": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, fullFile), func(b []byte) []byte {
					for i := len(b) - 300; i < len(b)-8; i++ {
						b[i] = 0xff
					}
					return b
				})
			}, true, fullFile + ": ",
		},
		"a row dropped":     {rewrite(func(r *release) { r.samples["full"] = r.samples["full"][1:] }), true, "8 rows, the manifest says 9"},
		"a value changed":   {rewrite(func(r *release) { r.samples["full"][0].Instruction += " " }), true, "the digest of its rows is"},
		"two ids swapped":   {rewrite(swapIDs), true, "the digest of its rows is"},
		"rows out of order": {unsorted, true, "row 2: github_id 1, id 4 does not come after github_id 1, id 5"},
		"a column renamed":  {renameColumn, true, "columns are {github_id:int64,github:string,repo_id:int64,path:string,arguments:string,instructions:string"},
		"a file gone": {
			func(t *testing.T, dir string) { remove(t, filepath.Join(dir, fullFile)) }, false, "no such file",
		},
		"the card edited": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, "README.md"), func(b []byte) []byte { return append(b, "more"...) })
			}, false, "README.md: ",
		},
		"a file too many": {
			func(t *testing.T, dir string) {
				if err := os.WriteFile(filepath.Join(dir, "data", "more.parquet"), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}, false, "data/more.parquet: the manifest does not name it",
		},
		"a manifest that is none": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, schemas.ManifestName), func(b []byte) []byte { return b[:len(b)/2] })
			}, false, "release.json: unexpected end of JSON input",
		},
		"a manifest with a path outside": {
			func(t *testing.T, dir string) {
				change(t, filepath.Join(dir, schemas.ManifestName), func(b []byte) []byte {
					return []byte(strings.Replace(string(b), fullFile, "../full.parquet", 1))
				})
			}, false, "does not stay inside the release",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := composed(t).write(t)
			tt.damage(t, dir)
			if tt.fix {
				fixManifest(t, dir)
			}
			expect(t, verified(t, dir), tt.want)
		})
	}
}

func swapIDs(r *release) {
	s := r.samples["full"]
	s[0].ID, s[1].ID = s[1].ID, s[0].ID
	s[0].RepoID, s[1].RepoID = s[1].RepoID, s[0].RepoID
}

func TestNoRelease(t *testing.T) {
	if _, err := verify.Release(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no release") {
		t.Errorf("an empty folder: %v", err)
	}
}

// unsorted writes the file with its first two rows swapped.
func unsorted(t *testing.T, dir string) {
	rows := composed(t).samples["full"]
	rows[0], rows[1] = rows[1], rows[0]
	if err := parquet.WriteFile(filepath.Join(dir, fullFile), rows); err != nil {
		t.Fatal(err)
	}
}

// renameColumn writes the file with instruction called instructions.
func renameColumn(t *testing.T, dir string) {
	type row struct {
		GithubID        int64  `parquet:"github_id"`
		Github          string `parquet:"github"`
		RepoID          int64  `parquet:"repo_id"`
		Path            string `parquet:"path"`
		Arguments       string `parquet:"arguments"`
		Instruction     string `parquet:"instructions"`
		Oracle          string `parquet:"oracle"`
		Type            string `parquet:"type"`
		ID              int64  `parquet:"id"`
		PrefixCode      string `parquet:"prefix_code"`
		Output          string `parquet:"output"`
		TaskID          string `parquet:"task_id"`
		Commit          string `parquet:"commit"`
		ReadmePath      string `parquet:"readme_path"`
		Judged          string `parquet:"judged"`
		Licence         string `parquet:"licence"`
		ArgumentsSource string `parquet:"arguments_source"`
	}
	var rows []row
	for _, s := range composed(t).samples["full"] {
		rows = append(rows, row(s)) // a conversion does not look at tags
	}
	if err := parquet.WriteFile(filepath.Join(dir, fullFile), rows); err != nil {
		t.Fatal(err)
	}
}

// fixManifest makes the manifest's bytes and SHA-256 those of the full split's file.
func fixManifest(t *testing.T, dir string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, fullFile))
	if err != nil {
		t.Fatal(err)
	}
	change(t, filepath.Join(dir, schemas.ManifestName), func(text []byte) []byte {
		m, err := schemas.ParseManifest(text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Files {
			if m.Files[i].Path == fullFile {
				m.Files[i].Bytes, m.Files[i].SHA256 = int64(len(b)), verify.Digest(b)
			}
		}
		text, err = m.JSON()
		if err != nil {
			t.Fatal(err)
		}
		return text
	})
}

func change(t *testing.T, name string, edit func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, edit(b), 0o644); err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	change(t, to, func([]byte) []byte { return b })
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}
