package verify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"

	"podium/schemas"
)

// Release verifies the release in dir by its own manifest. An error means that it
// could not be done; whatever is wrong with the release is in the report.
func Release(ctx context.Context, dir string) (*Report, error) {
	b, err := os.ReadFile(filepath.Join(dir, schemas.ManifestName))
	if err != nil {
		return nil, fmt.Errorf("no release: %w", err)
	}
	return Against(ctx, dir, b)
}

// Against verifies the release in dir by a manifest that was got from elsewhere:
// that of the release that it is said to be a copy of.
func Against(ctx context.Context, dir string, b []byte) (*Report, error) {
	v := &verifier{dir: dir, report: &Report{
		Release: digest(b), Judged: map[string]int{}, Files: []FileReport{}, Problems: []Problem{},
		References: References{Failing: []FailingReference{}},
	}}
	var err error
	v.manifest, err = schemas.ParseManifest(b)
	if err != nil {
		v.problem(schemas.ManifestName, "%v", err)
		return v.report, nil
	}
	v.report.Version, v.report.Imported = v.manifest.Version, len(v.manifest.Imported) > 0
	if err := v.checkTree(); err != nil {
		return nil, err
	}
	v.readFile(schemas.ManifestName, int64(len(b)), v.report.Release)
	for _, t := range v.manifest.Texts {
		v.readFile(t.Path, t.Bytes, t.SHA256)
	}
	for _, f := range v.manifest.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v.checkTable(ctx, f)
	}
	v.checkSamples()
	v.checkBoards()
	return v.report, ctx.Err()
}

type verifier struct {
	dir      string
	manifest *schemas.Manifest
	report   *Report
	tasks    []located[schemas.Task]
	samples  []located[schemas.Sample]

	competitions []located[schemas.Competition]
	standings    []located[schemas.Standing]
}

// located is a row with where it stands.
type located[T any] struct {
	row   T
	file  schemas.File
	index int64 // 1-based
}

func (v *verifier) problem(file, format string, a ...any) {
	v.report.Problems = append(v.report.Problems, Problem{File: file, What: fmt.Sprintf(format, a...)})
}

// added are files that a copy has from the Hub or from what downloaded it.
var added = []string{".gitattributes", ".git", ".cache"}

// checkTree reports files that the manifest does not name.
func (v *verifier) checkTree() error {
	named := map[string]bool{schemas.ManifestName: true}
	for _, f := range v.manifest.Files {
		named[f.Path] = true
	}
	for _, t := range v.manifest.Texts {
		named[t.Path] = true
	}
	return fs.WalkDir(os.DirFS(v.dir), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err == nil && slices.Contains(added, p) && d.IsDir():
			return fs.SkipDir
		case err == nil && !d.IsDir() && !named[p] && !slices.Contains(added, p):
			v.problem(p, "the manifest does not name it")
		}
		return err
	})
}

// readFile reads a file of the release, nil when it is not what the manifest says.
func (v *verifier) readFile(name string, size int64, sum string) []byte {
	b, err := os.ReadFile(filepath.Join(v.dir, filepath.FromSlash(name)))
	switch {
	case err != nil:
		v.problem(name, "%v", err)
	case int64(len(b)) != size:
		v.problem(name, "%d bytes, the manifest says %d", len(b), size)
	case digest(b) != sum:
		v.problem(name, "its digest is %s, the manifest says %s", digest(b), sum)
	default:
		return b
	}
	return nil
}

func digest(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// checkTable reads a Parquet file and keeps its rows.
func (v *verifier) checkTable(ctx context.Context, f schemas.File) {
	b := v.readFile(f.Path, f.Bytes, f.SHA256)
	if b == nil {
		return
	}
	switch f.Config {
	case schemas.ConfigSamples:
		v.samples = append(v.samples, read(ctx, v, schemas.SamplesTable(), f, b)...)
	case schemas.ConfigTasks:
		v.tasks = append(v.tasks, read(ctx, v, schemas.TasksTable(), f, b)...)
	case schemas.ConfigCompetitions:
		v.competitions = append(v.competitions, read(ctx, v, schemas.CompetitionsTable(), f, b)...)
	case schemas.ConfigLeaderboards:
		v.standings = append(v.standings, read(ctx, v, schemas.LeaderboardsTable(), f, b)...)
	default:
		v.problem(f.Path, "config %q is not known to this program", f.Config)
	}
}

// read reads a table and reports what does not fit the manifest or the order of
// its rows, which makes their keys unique.
func read[T any](ctx context.Context, v *verifier, t schemas.Table[T], f schemas.File, b []byte) []located[T] {
	var list []located[T]
	want := schemas.Signature[T]()
	sum := newRowDigest(want)
	err := readTable(ctx, b, want, func(rec arrow.Record) error {
		if err := sum.add(rec); err != nil {
			return err
		}
		batch, err := rows[T](rec)
		for _, row := range batch {
			list = append(list, located[T]{row, f, int64(len(list) + 1)})
		}
		return err
	})
	if err != nil {
		v.problem(f.Path, "%v", err)
		return nil
	}
	v.report.Files = append(v.report.Files, FileReport{f.Path, int64(len(list)), f.Bytes, sum.String()})
	if int64(len(list)) != f.Rows {
		v.problem(f.Path, "%d rows, the manifest says %d", len(list), f.Rows)
	}
	if sum.String() != f.RowDigest {
		v.problem(f.Path, "the digest of its rows is %s, the manifest says %s", sum, f.RowDigest)
	}
	for i := 1; i < len(list); i++ {
		if before, row := &list[i-1].row, &list[i].row; t.Compare(before, row) >= 0 {
			v.report.Problems = append(v.report.Problems, Problem{
				File: f.Path, Row: list[i].index, What: fmt.Sprintf("%s does not come after %s", t.Describe(row), t.Describe(before)),
			})
		}
	}
	return list
}
