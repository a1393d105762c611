package mine

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Python's own ast must find the same options in the fixture, with the same values.
func TestPythonAgrees(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: it is the judge")
	}
	st, r := fixture(t)
	lock, err := Repository(context.Background(), st, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, err := lock.Encode()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "fixture.json")
	if err := os.WriteFile(name, b, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(python, filepath.Join("..", "..", "scripts", "judge-mine.py"), "-v", st.Dir(), name).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
