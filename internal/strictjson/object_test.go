package strictjson

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestObject(t *testing.T) {
	for text, want := range map[string]string{
		`{"b": 1, "a": "x"}`:       `[b=1 a="x"]`,
		` {} `:                     `[]`,
		`{"a": [{"a": 1}], "A":2}`: `[a=[{"a": 1}] A=2]`,
		`{"a": "\ud83d\ude00"}`:    `[a="\ud83d\ude00"]`,
		`{"a": "\\ud83d"}`:         `[a="\\ud83d"]`,
		`{"a": "\ud83d"}`:          "unpaired surrogate at byte 7",
		`{"a": "\ude00\ud83d"}`:    "unpaired surrogate at byte 7",
		`{"a": "\ud83d\u0041"}`:    "unpaired surrogate at byte 7",
		`{"a": 1, "a": 2}`:         `member "a" occurs twice`,
		`{"a": 1, "\u0061": 2}`:    `member "a" occurs twice`,
		"{\"a\": \"\xff\"}":        "not valid UTF-8",
		``:                         "empty, expected a JSON object",
		`null`:                     "not a JSON object",
		`[]`:                       "not a JSON object",
		`{"a": 1} {}`:              "something follows the object",
		`{"a": 1`:                  "unexpected EOF",
		`{"a": NaN}`:               "invalid character 'N' looking for beginning of value",
		`{"a"; 1}`:                 "expected colon after object key",
	} {
		members, err := Object([]byte(text))
		got := fmt.Sprint(err)
		if err == nil {
			var parts []string
			for _, m := range members {
				parts = append(parts, m.Name+"="+string(m.Value))
			}
			got = "[" + strings.Join(parts, " ") + "]"
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestMemberTypes(t *testing.T) {
	for value, want := range map[string]string{
		`5`: "int", `-5`: "int", `5.0`: "", `5e0`: "", `"5"`: "string", `true`: "", `null`: "", `""`: "string", `[]`: "",
		`9223372036854775808`: "",
	} {
		m := Member{"n", json.RawMessage(value)}
		_, intErr := m.Int()
		_, stringErr := m.String()
		if (intErr == nil) != (want == "int") || (stringErr == nil) != (want == "string") {
			t.Errorf("%s: as int %v, as string %v, want %q", value, intErr, stringErr, want)
		}
	}
}

func FuzzObject(f *testing.F) {
	f.Add(`{"a": "\ud83d\ude00", "b": [1, 2]}`)
	f.Add(`{"a": "\\"}`)
	f.Fuzz(func(t *testing.T, text string) {
		members, err := Object([]byte(text))
		if err != nil {
			return
		}
		// What is accepted is what encoding/json reads, with nothing lost.
		var plain map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &plain); err != nil || len(plain) != len(members) {
			t.Fatalf("%q: %d members, encoding/json has %d, %v", text, len(members), len(plain), err)
		}
	})
}
