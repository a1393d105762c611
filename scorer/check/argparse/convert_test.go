package argparse

import (
	"encoding/json"
	"os"
	"testing"

	"podium/internal/python"
)

// TestNumbersAgreeWithPython compares with what int and float of CPython 3.11
// made of the same texts.
func TestNumbersAgreeWithPython(t *testing.T) {
	b, err := os.ReadFile("testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text  string
		Int   *string // str of it; absent where Python raises ValueError
		Float *string // repr of it
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		for typ, want := range map[string]*string{"int": c.Int, "float": c.Float} {
			v, err := Convert(typ, c.Text)
			switch {
			case (err == nil) != (want != nil):
				t.Errorf("%s(%.50q): %v, %v, want %v", typ, c.Text, v, err, want)
			case err == nil && *want != "long" && python.Repr(v) != *want:
				t.Errorf("%s(%.50q) is %s, want %s", typ, c.Text, python.Repr(v), *want)
			}
		}
	}
}

// FuzzParse reads any words with a parser that has one of everything.
func FuzzParse(f *testing.F) {
	b, err := os.ReadFile("testdata/argparse.json")
	if err != nil {
		f.Fatal(err)
	}
	golden := readGolden(f, b)
	for _, c := range golden.Cases {
		var words string
		for _, w := range c.Argv {
			words += w + "\n"
		}
		f.Add(c.Set, words)
	}
	f.Fuzz(func(t *testing.T, set int, words string) {
		p := New(golden.Sets[uint(set)%uint(len(golden.Sets))])
		argv := splitWords(words)
		if err := p.Parse(argv); err != nil {
			return
		}
		total := len(p.Extras)
		for _, list := range [][]*Action{p.Options, p.Positionals} {
			for _, a := range list {
				for _, g := range a.Given {
					total += len(g.Args)
				}
			}
		}
		if total > len(argv)+len(words) {
			t.Fatalf("%q: %d values of %d words", argv, total, len(argv))
		}
	})
}
