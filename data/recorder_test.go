package data_test

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"podium/data"
)

// The digest is what `sha256sum a.yaml environments/b.yaml | sha256sum` prints.
func TestRecorder(t *testing.T) {
	rec := data.Record(fstest.MapFS{
		"environments/b.yaml": {Data: []byte("b: 2\n")},
		"a.yaml":              {Data: []byte("a: 1\n")},
		"not-read.yaml":       {Data: []byte("c: 3\n")},
	})
	for _, name := range []string{"environments/b.yaml", "a.yaml", "a.yaml", "missing.yaml"} {
		if _, err := fs.ReadFile(rec, name); (err != nil) != (name == "missing.yaml") {
			t.Fatal(err)
		}
	}
	const want = "sha256:3515ec6b6e420c8bf3342ffc220a565caf2a257a5b81dd82e43fabfcd8c0fdb1"
	if got := rec.Digest(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
