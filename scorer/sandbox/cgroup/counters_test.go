package cgroup

import (
	"strconv"
	"testing"
)

// The files in testdata are as Linux 6 writes them.
func TestCounters(t *testing.T) {
	want := Counters{OOMKills: 3, Peak: 512 << 20, Refused: 12}
	if got, ok := readV1("testdata/v1/memory", "testdata/v1/pids"); !ok || got != want {
		t.Errorf("version 1: got %+v, %v, want %+v", got, ok, want)
	}
	if got, ok := readV2("testdata/v2"); !ok || got != want {
		t.Errorf("version 2: got %+v, %v, want %+v", got, ok, want)
	}
	if got, ok := readV2("testdata/v1"); ok {
		t.Errorf("no group: got %+v", got)
	}
}

func TestMax(t *testing.T) {
	a, b := Counters{1, 20, 0}, Counters{0, 30, 4}
	if got, want := a.Max(b), (Counters{1, 30, 4}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// FuzzField wants a number that stands on the line of its name to be found.
func FuzzField(f *testing.F) {
	f.Add([]byte("low 0\noom 2"), int64(3))
	f.Add([]byte("oom_kill\n oom_kill 4"), int64(-1))
	f.Fuzz(func(t *testing.T, before []byte, n int64) {
		const name = "oom_kill"
		field(before, name) // survives anything
		text := append([]byte(name+" "+strconv.FormatInt(n, 10)+"\n"), before...)
		if got := field(text, name); got != n {
			t.Errorf("field(%q) = %d, want %d", text, got, n)
		}
	})
}
