package schemas

import (
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// judge returns a Python that has the readers testdata/judge.py uses, or skips.
func judge(t *testing.T) string {
	t.Helper()
	python := cmp.Or(os.Getenv("PODIUM_JUDGE_PYTHON"), "python3")
	if out, err := exec.Command(python, "-c", "import pyarrow, duckdb, polars, datasets").CombinedOutput(); err != nil {
		t.Skipf("%s lacks pyarrow, duckdb, polars or datasets (set PODIUM_JUDGE_PYTHON): %v\n%s", python, err, out)
	}
	return python
}

// Readers that are not ours agree on every value and on the row digest.
func TestPythonReadersAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Python")
	}
	python := judge(t)
	large := filepath.Join(t.TempDir(), "large")
	if _, err := CreateRelease(context.Background(), large, tinyManifest(), func(w *ReleaseWriter) error {
		return AddRows(w, SamplesTable(), "full", manySamples())
	}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{goldenRelease, goldenBoards, large} {
		out, err := exec.Command(python, "testdata/judge.py", dir).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", dir, err, out)
		}
		t.Logf("%s", out)
	}
}
