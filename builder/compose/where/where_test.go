package where_test

import (
	"slices"
	"strings"
	"testing"

	"podium/builder/compose/where"
)

var values = map[string]string{
	"n_epochs": "150", "decay": "100", "model": "vit_base", "pretrained": "openai",
	"cpu-only": "on", "offload": "off", "version": "2.0", "small": "1e-4", "detailed": "True",
}

func value(n string) (string, bool) { v, ok := values[n]; return v, ok }

func TestHolds(t *testing.T) {
	for source, want := range map[string]bool{
		"n_epochs > decay":                                            true,
		"decay >= n_epochs":                                           false,
		"not (cpu-only and offload)":                                  true,
		"cpu-only or offload":                                         true,
		"not cpu-only":                                                false,
		`not (model starts "vit" and n_epochs != 150)`:                true,
		`(model, pretrained) in [("RN50", "x")]`:                      false,
		`(model, pretrained) in [("vit_base", "openai"), ("a", "b")]`: true,
		`model not in ["a", "b"]`:                                     true,
		"version == 2":                                                true,
		"version == 2.00 or small == 3":                               true,
		"small == 0.0001 and small < 1":                               true,
		"small > -1.5e-3":                                             true,
		`detailed == "True" and model != "a"`:                         true,
		`"a\"b\\" == "a\"b\\"`:                                        true,
		"n_epochs in [1, 150, 2]":                                     true,
		"not not cpu-only":                                            true,
		"cpu-only or offload and offload":                             true, // and binds closer
	} {
		e, err := where.Parse(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got, err := e.Holds(value); err != nil || got != want {
			t.Errorf("%s = %v, %v; want %v", source, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for source, want := range map[string]string{
		"":                             "it ends where an argument",
		"a = b":                        "unexpected '='",
		"a == ":                        "it ends where",
		"(a == 1":                      `where ")" is expected`,
		`"a`:                           "not closed",
		"1 2":                          "a comparison is expected",
		"a == 1 b":                     "the end is expected",
		"a in b":                       `"[" is expected`,
		"a == 1x":                      "is no number",
		"a == 5; drop":                 "unexpected ';'",
		strings.Repeat("(", 1e5) + "a": "nests deeper",
		strings.Repeat("not ", 1e5):    "nests deeper",
	} {
		if _, err := where.Parse(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", source, err, want)
		}
	}
	for source, want := range map[string]string{
		"nothing == 1":       `no argument is named "nothing"`,
		"model < 5":          "both must be numbers",
		"model":              "is no flag",
		"(model, n) < 5":     "",
		"(model, decay) < 5": "does not compare tuples",
	} {
		e, err := where.Parse(source)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Holds(value); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", source, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	e, err := where.Parse(`(a, b) in [("x", "y")] and not c or a == 2`)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := e.Names(), []string{"a", "b", "c"}; !slices.Equal(got, want) {
		t.Errorf("Names = %q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`not (model starts "vit" and n_epochs != 150) or (a, b) in [("x", 1)]`)
	f.Add("a >= -1e-5 and not b")
	f.Fuzz(func(t *testing.T, source string) {
		e, err := where.Parse(source)
		if err != nil {
			return
		}
		_, _ = e.Holds(func(string) (string, bool) { return "1", true })
		if _, err := where.Parse(e.String()); err != nil {
			t.Errorf("%q parsed once and not again: %v", source, err)
		}
	})
}
