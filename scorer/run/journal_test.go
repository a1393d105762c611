package run

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"podium/internal/journal"
	"podium/schemas"
)

func attemptOf(key string) schemas.Attempt {
	return schemas.Attempt{
		Key: key, Sample: schemas.Key{GithubID: 1, ID: 5}, Mode: schemas.ModeBash,
		Facts: &schemas.Facts{End: schemas.EndExited, Stdout: schemas.Stream{Bytes: 3, Head: []byte{0xff, '\n', 0}}},
	}
}

// reopen opens a journal and returns it with the keys that are in it.
func reopen(t *testing.T, path string) (*journal.Journal, []string) {
	t.Helper()
	var keys []string
	j, err := OpenJournal(path, func(a schemas.Attempt) error {
		keys = append(keys, a.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j, keys
}

func TestJournalKeepsWhatWasAppended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "attempts.jsonl")
	j, keys := reopen(t, path)
	if len(keys) != 0 {
		t.Fatalf("a new journal has %v", keys)
	}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			if err := j.Append(attemptOf(strconv.Itoa(i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(attemptOf("late")); !errors.Is(err, os.ErrClosed) {
		t.Errorf("append after close: %v", err)
	}
	if _, keys := reopen(t, path); len(keys) != 200 {
		t.Errorf("%d attempts came back, want 200", len(keys))
	}
}

// Killed at any byte, a journal loses at most the line that was being written.
func TestJournalCutAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "attempts.jsonl")
	j, _ := reopen(t, path)
	for _, key := range []string{"a", "b", "c"} {
		if err := j.Append(attemptOf(key)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		cut := filepath.Join(t.TempDir(), "cut")
		if err := os.WriteFile(cut, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		j, keys := reopen(t, cut)
		if want := bytes.Count(whole[:n], []byte("\n")); len(keys) != want {
			t.Fatalf("cut at %d: %d attempts, want %d", n, len(keys), want)
		}
		if err := j.Append(attemptOf("again")); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, again := reopen(t, cut); len(again) != len(keys)+1 {
			t.Fatalf("cut at %d: after one more, %v", n, again)
		}
	}
}

func TestJournalThatIsDamaged(t *testing.T) {
	const good = `{"key":"a","facts":{"end":"exited"}}` + "\n"
	for _, c := range []struct {
		name, text string
		keys       int
		err        string
	}{
		{"empty", "", 0, ""},
		{"zeros after a crash of the machine", good + "\x00\x00\x00\x00", 1, ""},
		{"a last line of zeros", good + "\x00\x00\n", 1, ""},
		{"torn", good + `{"key":"b","fac`, 1, ""},
		{"whole but for its end", good + strings.TrimSpace(good), 1, ""},
		{"damaged in the middle", good + "{}x\n" + good, 1, "line 2"},
		{"no key", `{"facts":{}}` + "\n" + good, 0, "line 1: an attempt without key"},
		{"neither facts nor trouble", good + `{"key":"b"}` + "\n" + good, 1, "line 2: an attempt has either"},
		{"both", `{"key":"b","facts":{},"trouble":{}}` + "\n" + good, 0, "line 1: an attempt has either"},
	} {
		keys := 0
		size, err := ReadJournal(strings.NewReader(c.text), func(schemas.Attempt) error { keys++; return nil })
		if keys != c.keys || c.err == "" && (err != nil || size != int64(keys*len(good))) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
			t.Errorf("%s: %d attempts, %d bytes, %v", c.name, keys, size, err)
		}
	}
}

func FuzzReadJournal(f *testing.F) {
	f.Add([]byte(`{"key":"a","facts":{"end":"exited"}}` + "\n" + `{"key":"b","trouble":{"kind":"engine_lost"}}` + "\n"))
	f.Add([]byte(`{"key":"a","facts":{"end":"exited"}}` + "\n" + `{"key":"b","tro`))
	f.Add([]byte("\x00\x00\n\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		keys := 0
		size, err := ReadJournal(bytes.NewReader(b), func(a schemas.Attempt) error {
			if a.Key == "" || (a.Facts == nil) == (a.Trouble == nil) {
				t.Fatalf("%+v got through", a)
			}
			keys++
			return nil
		})
		if err != nil {
			return
		}
		if size > int64(len(b)) || size > 0 && b[size-1] != '\n' {
			t.Fatalf("whole lines end at %d of %d", size, len(b))
		}
		again := 0
		if n, err := ReadJournal(bytes.NewReader(b[:size]), func(schemas.Attempt) error { again++; return nil }); err != nil || n != size || again != keys {
			t.Fatalf("cut to its whole lines: %d attempts in %d bytes, %v; were %d in %d", again, n, err, keys, size)
		}
	})
}

func BenchmarkJournalAppend(b *testing.B) {
	j, err := OpenJournal(filepath.Join(b.TempDir(), "attempts.jsonl"), nil)
	if err != nil {
		b.Fatal(err)
	}
	a := attemptOf(strings.Repeat("0", 64))
	for b.Loop() {
		if err := j.Append(a); err != nil {
			b.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkJournalRecover(b *testing.B) {
	line := []byte(`{"key":"` + strings.Repeat("0", 64) + `","sample":{"github_id":1,"id":5},"mode":"bash","text_sha256":"` + strings.Repeat("1", 64) + `","started":"2026-12-01T00:00:00Z","facts":{"end":"exited","code":0,"elapsed_ns":1,"stdout":{"bytes":0,"bytes_before_end":0},"stderr":{"bytes":0,"bytes_before_end":0},"peak_memory":0}}` + "\n")
	journal := bytes.Repeat(line, 100_000)
	b.SetBytes(int64(len(journal)))
	for b.Loop() {
		if _, err := ReadJournal(bytes.NewReader(journal), func(schemas.Attempt) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
