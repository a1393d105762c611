package python

import (
	"encoding/json"
	"os"
	"testing"
)

// What Python 3.11 says of each source; testdata/golden.py computed it.
type goldenCase struct {
	Source string  `json:"source"`
	Repr   *string `json:"repr"`
	Str    string  `json:"str"`
	Error  string  `json:"error"`
}

func golden(t testing.TB) []goldenCase {
	b, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []goldenCase
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// differs lists the sources where we knowingly differ from Python, and why.
var differs = map[string]string{
	"--1":           "unary arithmetic is folded; literal_eval takes one sign",
	"~1":            "unary arithmetic is folded; literal_eval takes one sign",
	"1 << 3":        "shifts are not folded",
	`b"\q\u0041\N"`: "the grammar reads \\N as a named character in bytes too",
	"1 \\\n":        "the grammar takes a line continuation at the end of the file",
}

func TestEvalAgreesWithPython(t *testing.T) {
	for _, c := range golden(t) {
		v, err := Eval(c.Source)
		if why, ok := differs[c.Source]; ok {
			if (err == nil) == (c.Repr != nil) {
				t.Errorf("%q no longer differs (%s)", c.Source, why)
			}
			continue
		}
		switch {
		case err != nil && c.Repr != nil:
			t.Errorf("%q: %v, Python gives %s", c.Source, err, *c.Repr)
		case err == nil && c.Repr == nil:
			t.Errorf("%q: %s, Python raises %s", c.Source, Repr(v), c.Error)
		case err == nil && Repr(v) != *c.Repr:
			t.Errorf("%q: repr %s, Python gives %s", c.Source, Repr(v), *c.Repr)
		case err == nil && Str(v) != c.Str:
			t.Errorf("%q: str %s, Python gives %s", c.Source, Str(v), c.Str)
		}
	}
}
