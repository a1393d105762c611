package python

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// Texts that overflow a stack or do not end in naive readers.
func TestHostileTextEndsQuickly(t *testing.T) {
	texts := map[string]string{
		"brackets":       strings.Repeat("(", 40_000),
		"closed":         strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000),
		"minus":          strings.Repeat("-", 100_000) + "1",
		"sum":            "1" + strings.Repeat("+1", 100_000),
		"power":          "1" + strings.Repeat("**1", 60_000),
		"not":            strings.Repeat("not ", 50_000) + "1",
		"lambda":         strings.Repeat("lambda:", 28_000) + "1",
		"conditional":    strings.Repeat("1 if 1 else ", 16_000) + "1",
		"attributes":     "a" + strings.Repeat(".b", 100_000),
		"calls":          "a" + strings.Repeat("()", 100_000),
		"list":           "[" + strings.Repeat("1,", 50_000) + "]",
		"strings":        strings.Repeat("'a' ", 50_000),
		"f-strings":      strings.Repeat(`f"{`, 60_000),
		"nested quotes":  strings.Repeat(`f'{f"{`, 20_000),
		"blocks":         blocks(1400),
		"else if":        "if 1: pass\n" + strings.Repeat("elif 1: pass\n", 14_000),
		"decorators":     strings.Repeat("@a\n", 60_000),
		"commas":         strings.Repeat(",", 100_000),
		"quotes":         strings.Repeat("'", 50_001),
		"triple quotes":  strings.Repeat(`"""`, 50_001),
		"backslashes":    strings.Repeat("\\", 100_000),
		"NUL":            strings.Repeat("\x00", 100_000),
		"bad UTF-8":      strings.Repeat("\xff", 100_000),
		"carriage":       strings.Repeat("\r", 100_000),
		"too large":      strings.Repeat(" ", MaxSize+1),
		"dict of dicts":  strings.Repeat("{1:", 50_000),
		"subscripts":     strings.Repeat("a[", 50_000),
		"big int":        strings.Repeat("9", 100_000),
		"big hex":        "0x" + strings.Repeat("f", 100_000),
		"power of power": "9**9**9**9",
		"star":           "2**15000*2**15000",
		"half closed":    strings.Repeat("(]", 80_000),
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			tree, err := Parse([]byte(text))
			if err == nil {
				tree.Close()
			}
			_, evalErr := Eval(text)
			t.Logf("%v; Parse: %v; Eval: %.80v", time.Since(start).Round(time.Millisecond), err, evalErr)
			if errors.Is(err, ErrTooSlow) {
				t.Errorf("took more than %v", maxTime)
			}
		})
	}
}

// blocks returns n nested if statements.
func blocks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
		if b.Len() > MaxSize-2000 {
			break
		}
	}
	return b.String()
}

func TestNestingBound(t *testing.T) {
	for _, c := range []struct {
		source string
		deep   bool
	}{
		{strings.Repeat("(", 200) + strings.Repeat(")", 200), false},
		{strings.Repeat("(", 201) + strings.Repeat(")", 201), true},
		{"x = '" + strings.Repeat("(", 500) + "'", false},
		{"x = r'\\'" + strings.Repeat("(", 500) + "'", false},
		{"# " + strings.Repeat("(", 500), false},
		{`"""` + strings.Repeat("\n(", 500) + `"""`, false},
		{"x = f'" + strings.Repeat("(", 500) + "'", true},
		{"x = rf'" + strings.Repeat("(", 500) + "'", true},
		{strings.Repeat("f(1)\n", 5000), false},
		{strings.Repeat("if 1:\n  f()\n", 5000), false},
		{blocks(150), false},
		{blocks(300), true},
	} {
		tree, err := Parse([]byte(c.source))
		if err == nil {
			tree.Close()
		}
		if errors.Is(err, ErrTooDeep) != c.deep {
			t.Errorf("%.60q: %v, want too deep: %v", c.source, err, c.deep)
		}
	}
}

func TestErrorsNameLineAndReason(t *testing.T) {
	for source, want := range map[string]string{
		"{'a': 1,\n 'b': c}":     `line 2: not a literal: identifier "c"`,
		`'\N{BULLET}'`:           `line 1: \N{…} names a character of the Unicode tables; not supported`,
		`'\ud800'`:               `line 1: \ud800 is a lone surrogate, which UTF-8 cannot hold`,
		"f'{x}'":                 "line 1: formatted strings are not literals",
		"open('x').read()":       `line 1: not a literal: call "open('x').read()"`,
		"1; 2":                   "expected one expression, found 3 statements",
		"10 ** 5000":             "line 1: integer of more than 4300 digits",
		"{'a':\n'b', 'c' 'd': }": "line 2: invalid syntax",
	} {
		if _, err := Eval(source); err == nil || err.Error() != want {
			t.Errorf("%q: error %q, want %q", source, err, want)
		}
	}
}

func TestDictKeepsOrderAndTellsRepeatedKeys(t *testing.T) {
	v, err := Eval("{'b': 1, 'a': 2, 'b': 3}")
	if err != nil {
		t.Fatal(err)
	}
	d := v.(*Dict)
	if got := Repr(d); got != "{'b': 3, 'a': 2}" {
		t.Errorf("got %s", got)
	}
	if len(d.Repeated) != 1 || Str(d.Repeated[0]) != "b" {
		t.Errorf("repeated %v", d.Repeated)
	}
	if got, ok := d.Get(String("a")); !ok || !Equal(got, Float(2)) {
		t.Errorf("Get gives %v %v", got, ok)
	}
}

func FuzzEval(f *testing.F) {
	for _, c := range golden(f) {
		f.Add(c.Source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		v, err := Eval(source)
		if err != nil {
			return
		}
		again, err := Eval(Repr(v))
		if err != nil && !strings.Contains(Repr(v), "inf") && !strings.Contains(Repr(v), "nan") {
			t.Fatalf("%q: repr %q does not read back: %v", source, Repr(v), err)
		}
		if err == nil && Repr(again) != Repr(v) {
			t.Fatalf("%q: repr %q reads back as %q", source, Repr(v), Repr(again))
		}
	})
}
