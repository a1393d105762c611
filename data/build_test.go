package data_test

import (
	"testing"

	"podium/data"
)

// The wanted digest is Python's hashlib.sha256 of json.dumps with compact
// separators.
func TestBuildDigest(t *testing.T) {
	b := data.Build{Suite: "bookworm", Variant: "minbase", Packages: []string{"python3-minimal", "bash"}}
	const want = "8ccf979cea9294253cf08155d416d22452a5e12de1fa6dd5afc695a05bd3250a"
	if got := b.Digest(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, other := range []data.Build{
		{Suite: "trixie", Variant: b.Variant, Packages: b.Packages},
		{Suite: b.Suite, Variant: "extract", Packages: b.Packages},
		{Suite: b.Suite, Variant: b.Variant, Packages: []string{"bash", "python3-minimal"}},
	} {
		if other.Digest() == want {
			t.Errorf("%+v has the digest of %+v", other, b)
		}
	}
}
