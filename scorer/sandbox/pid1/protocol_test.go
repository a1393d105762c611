package pid1

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"podium/schemas"
	"podium/scorer/sandbox/cgroup"
)

func TestSpecRoundTrip(t *testing.T) {
	want := Spec{
		Mode: schemas.ModeBash, Text: []byte("printf '\xff\x00'\n"), Dir: "a b/ü", Env: []string{"A=b=c", "E="},
		Time: time.Second, Output: 1, OpenFiles: 2, FileSize: 3, Processes: 4, Drop: true,
	}
	var line bytes.Buffer
	if err := WriteSpec(&line, want); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(line.Bytes(), []byte("\n")); n != 1 {
		t.Errorf("%d lines, want one: %s", n, line.Bytes())
	}
	var got Spec
	if err := json.Unmarshal(line.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The largest result there can be is taken.
func TestResultLimit(t *testing.T) {
	full := schemas.Stream{Bytes: 1 << 60, BytesBeforeEnd: 1 << 60, Head: make([]byte, Keep), Tail: make([]byte, Keep)}
	want := Result{
		Facts:    schemas.Facts{End: schemas.EndOutputLimit, Stream: "stdout", Elapsed: time.Hour, Stdout: full, Stderr: full, PeakMemory: 1 << 60},
		DiskFull: true, Cgroup: &cgroup.Counters{OOMKills: 1 << 60, Peak: 1 << 60, Refused: 1 << 60},
	}
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := ParseResult(b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoResult(t *testing.T) {
	for _, text := range []string{"", "{", "null x", `{"facts":{"end":"exi`, `[]`, string(make([]byte, ResultLimit+1))} {
		if r, err := ParseResult([]byte(text)); err == nil {
			t.Errorf("ParseResult(%.20q) = %+v, want an error", text, r)
		}
	}
}

func TestStarted(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, StartLine + "\n": true, "bwrap: a warning\n" + StartLine + "\nfatal error: x\n": true,
		"pid1: read the job: EOF\n": false, "not " + StartLine + "\n": false,
	} {
		if got := Started([]byte(text)); got != want {
			t.Errorf("Started(%q) = %v", text, got)
		}
	}
}

func FuzzParseResult(f *testing.F) {
	f.Add([]byte(`{"facts":{"end":"exited","code":1,"stdout":{"bytes":3,"head":"YWJj"}},"cgroup":{"oom_kills":1}}`))
	f.Add([]byte(`{"trouble":"no"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := ParseResult(b)
		if err != nil {
			return
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseResult(again); err != nil && len(again) <= ResultLimit {
			t.Errorf("%q is read, and then %q is not: %v", b, again, err)
		}
	})
}
