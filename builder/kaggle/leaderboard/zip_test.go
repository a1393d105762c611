package leaderboard

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestZips(t *testing.T) {
	const csv = "Rank,TeamName,Score\n1,a,0.5\n"
	for name, test := range map[string]struct {
		content []byte
		says    string
	}{
		"one":     {zipped(t, "__MACOSX/._x.csv", "x", "x-publicleaderboard.csv", csv, "readme.txt", "y"), ""},
		"two":     {zipped(t, "a.csv", csv, "b.csv", csv), "more than one CSV"},
		"none":    {zipped(t, "a.txt", csv), "no CSV in it"},
		"no zip":  {[]byte("PK but not"), "not a valid zip"},
		"a bomb":  {zipped(t, "a.csv", strings.Repeat("0", MaxBytes+1)), "too large"},
		"outside": {zipped(t, "../../a.csv", csv), ""}, // read, never unpacked
	} {
		path := filepath.Join(t.TempDir(), "x.zip")
		if err := os.WriteFile(path, test.content, 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := ReadFile(path)
		switch {
		case test.says == "" && (err != nil || len(b.Scores) != 1 || b.Kind != "public"):
			t.Errorf("%s: %+v, %v", name, b, err)
		case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)):
			t.Errorf("%s: error is %v, expected %q", name, err, test.says)
		}
	}
}

func FuzzUnzip(f *testing.F) {
	f.Add(zipped(f, "x.csv", "score\n1\n"))
	f.Add(zipped(f, "__MACOSX/x.csv", "", "y/x.csv", "score\n1\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		name, text, err := unzip(content)
		if err == nil && (name == "" || strings.ContainsRune(name, '/') || len(text) > MaxBytes+1) {
			t.Errorf("%q, %d bytes", name, len(text))
		}
	})
}
