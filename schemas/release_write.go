package schemas

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"podium/internal/atomicfile"
)

// ErrReleaseExists says that a release is there already and differs.
var ErrReleaseExists = errors.New("a version once written is never rewritten with other bytes")

// ReleaseWriter collects the files of a release in a temporary folder. It is
// used inside the fill function of [CreateRelease].
type ReleaseWriter struct {
	dir      string
	manifest Manifest
}

// CreateRelease makes the release folder dir, which fill fills. The folder is
// made beside dir and renamed, so dir is a whole release or is not there. The
// manifest gives version, catalogue, text and sources; its lists of files are
// filled in here. Where dir holds the same release already nothing changes;
// where it holds another the error is ErrReleaseExists.
func CreateRelease(ctx context.Context, dir string, manifest Manifest, fill func(*ReleaseWriter) error) (r *Release, err error) {
	if err := CheckVersion(manifest.Version); err != nil {
		return nil, err
	}
	if dir = filepath.Clean(dir); filepath.Base(dir) == "." || filepath.Base(dir) == ".." {
		return nil, fmt.Errorf("a release needs a folder of its own name, not %s", dir)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp) // gone already when it was renamed
	if err := os.Chmod(temp, 0o755); err != nil {
		return nil, err
	}
	manifest.SchemaVersion = SchemaVersion
	manifest.Files, manifest.Texts = []File{}, []Text{}
	manifest.Sources = slices.Clone(manifest.Sources)
	slices.SortFunc(manifest.Sources, func(a, b Source) int { return cmp.Compare(a.GithubID, b.GithubID) })
	w := &ReleaseWriter{temp, manifest}
	if err := fill(w); err != nil {
		return nil, err
	}
	if err := w.finish(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := place(temp, dir); err != nil {
		return nil, err
	}
	return OpenRelease(dir)
}

// AddRows writes rows as a split of a config; rows are put in the table's order.
// A split without rows is left out: the datasets library cannot load one.
func AddRows[T any](w *ReleaseWriter, t Table[T], split string, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b T) int { return t.Compare(&a, &b) })
	folder := t.Config
	if t.Config == ConfigSamples {
		folder = "data"
	}
	f := File{Path: path.Join(folder, split+"-00000-of-00001.parquet"), Config: t.Config, Split: split, Rows: int64(len(rows))}
	var err error
	f.Bytes, f.SHA256, err = w.write(f.Path, func(out io.Writer) (err error) {
		f.RowDigest, err = WriteParquet(out, t, rows)
		return err
	})
	if err != nil {
		return fmt.Errorf("split %s: %w", split, err)
	}
	w.manifest.Files = append(w.manifest.Files, f)
	return nil
}

// AddLicence writes a repository's licence text.
func (w *ReleaseWriter) AddLicence(repository string, text []byte) error {
	return w.addText(path.Join("licenses", repository), text)
}

func (w *ReleaseWriter) addText(name string, text []byte) (err error) {
	t := Text{Path: name}
	t.Bytes, t.SHA256, err = w.write(name, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
	w.manifest.Texts = append(w.manifest.Texts, t)
	return err
}

// write creates a file of the release and returns its size and digest.
func (w *ReleaseWriter) write(name string, fill func(io.Writer) error) (size int64, digest string, err error) {
	target := filepath.Join(w.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return 0, "", err
	}
	sum := sha256.New()
	count := &counter{}
	err = atomicfile.Write(target, 0o644, func(out io.Writer) error {
		return fill(io.MultiWriter(out, sum, count))
	})
	return count.n, formatDigest(sum), err
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

// finish writes the card and, last, the manifest.
func (w *ReleaseWriter) finish() error {
	slices.SortFunc(w.manifest.Files, compareFiles)
	card, err := datasetCard(&w.manifest)
	if err != nil {
		return err
	}
	if err := w.addText(CardName, card); err != nil {
		return err
	}
	slices.SortFunc(w.manifest.Texts, func(a, b Text) int { return cmp.Compare(a.Path, b.Path) })
	b, err := w.manifest.JSON()
	if err != nil {
		return err
	}
	if _, err := ParseManifest(b); err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(w.dir, ManifestName), 0o644, b)
}

// compareFiles puts samples first, with their splits in order, then the other
// configs by name.
func compareFiles(a, b File) int {
	rank := func(f File) int {
		if f.Config == ConfigSamples {
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Config, b.Config),
		cmp.Compare(slices.Index(Splits, a.Split), slices.Index(Splits, b.Split)), cmp.Compare(a.Split, b.Split),
	)
}

// place renames a finished release to dir, or finds it there already.
func place(temp, dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.Rename(temp, dir)
	case err != nil:
		return err
	case len(entries) == 0:
		if err := os.Remove(dir); err != nil {
			return err
		}
		return os.Rename(temp, dir)
	}
	old, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there and is no release", dir)
	}
	if err != nil {
		return err
	}
	made, err := os.ReadFile(filepath.Join(temp, ManifestName))
	if err != nil {
		return err
	}
	if !bytes.Equal(old, made) {
		was := "unreadable"
		if m, err := ParseManifest(old); err == nil {
			was = m.Version
		}
		return fmt.Errorf("%s holds release %s: %w", dir, was, ErrReleaseExists)
	}
	r, err := OpenRelease(dir)
	if err != nil {
		return err
	}
	if err := r.CheckFiles(); err != nil {
		return fmt.Errorf("%w: %w", ErrReleaseExists, err)
	}
	return nil
}
