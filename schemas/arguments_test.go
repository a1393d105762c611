package schemas

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The texts are what Python 3.11's json.dumps(d, ensure_ascii=False) gives.
func TestArgumentsJSON(t *testing.T) {
	for want, args := range map[string]Arguments{
		`{}`: {},
		`{"n_epochs": "200", "lr": "-2.0", "cuda": ""}`:              {{"n_epochs", "200"}, {"lr", "-2.0"}, {"cuda", ""}},
		`{"a<b>&": "it's \"x\" \\ / é 日本 😀 ` + "\u2028\u007f" + `"}`: {{"a<b>&", "it's \"x\" \\ / é 日本 😀 \u2028\u007f"}},
		`{"": "\n\r\t\b\f\u0000\u001b"}`:                             {{"", "\n\r\t\b\f\x00\x1b"}},
	} {
		if got := args.JSON(); got != want {
			t.Errorf("%v: %s, want %s", args, got, want)
		}
		got, err := ParseArguments(want)
		if err != nil {
			t.Errorf("%s: %v", want, err)
		}
		if diff := cmp.Diff(args, got); diff != "" {
			t.Errorf("%s reads back otherwise: %s", want, diff)
		}
	}
}

func TestParseArgumentsRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": 1}`:             `arguments: "a" is 1, expected a string`,
		`{"a": null}`:          `arguments: "a" is null, expected a string`,
		`{"a": "1", "a": "2"}`: `arguments: member "a" occurs twice`,
		`['a']`:                `arguments: not a JSON object`,
		`{'a': 'b'}`:           `arguments: invalid character '\''`,
		`{"a": "\ud800"}`:      `arguments: unpaired surrogate at byte 7`,
		``:                     `arguments: empty, expected a JSON object`,
	} {
		if _, err := ParseArguments(text); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

func TestArgumentsGet(t *testing.T) {
	args := Arguments{{"a", "1"}, {"b", ""}}
	if v, ok := args.Get("b"); v != "" || !ok {
		t.Errorf("b: %q %v", v, ok)
	}
	if _, ok := args.Get("c"); ok {
		t.Error("c is there")
	}
}

func FuzzParseArguments(f *testing.F) {
	f.Add(`{"n_epochs": "200", "lr": "-2.0"}`)
	f.Add(`{"a": "\u00e9\ud83d\ude00"}`)
	f.Fuzz(func(t *testing.T, text string) {
		args, err := ParseArguments(text)
		if err != nil {
			return
		}
		again, err := ParseArguments(args.JSON())
		if err != nil {
			t.Fatalf("%q: %s: %v", text, args.JSON(), err)
		}
		if diff := cmp.Diff(args, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
