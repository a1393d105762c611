package data

import (
	"testing"
	"testing/fstest"
)

// The digest is what `sha256sum a.yaml environments/b.yaml | sha256sum` prints.
func TestDigest(t *testing.T) {
	catalogue := fstest.MapFS{
		"a.yaml":              {Data: []byte("a: 1\n")},
		"environments/b.yaml": {Data: []byte("b: 2\n")},
		"catalogue.go":        {Data: []byte("package data\n")},
		"demo/a.yaml":         {Data: []byte("a: 3\n")},
	}
	const want = "sha256:3515ec6b6e420c8bf3342ffc220a565caf2a257a5b81dd82e43fabfcd8c0fdb1"
	got, err := Digest(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
