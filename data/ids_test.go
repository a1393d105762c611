package data_test

import (
	"strings"
	"testing"

	"podium/data"
)

func TestLedger(t *testing.T) {
	l, err := data.ParseLedger("gan", []byte("id\ttask_id\targuments\n1\tgan-gan\t{\"lr\": \"1\"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	old := data.LedgerEntry{Task: "gan-gan", Arguments: `{"lr": "1"}`}
	if id, ok := l.ID(old); id != 1 || !ok {
		t.Errorf("ID = %d, %v", id, ok)
	}
	if _, ok := l.ID(data.LedgerEntry{Task: "gan-gan", Arguments: `{"lr": "2"}`}); ok {
		t.Error("a sample that was never published has an id")
	}
	for range 2 {
		if id := l.Assign(data.LedgerEntry{Task: "gan-gan", Arguments: `{"lr": "2"}`}); id != 2 {
			t.Errorf("Assign = %d, want 2", id)
		}
	}
	if id := l.Assign(old); id != 1 {
		t.Errorf("Assign of a published sample = %d, want 1", id)
	}
	want := "id\ttask_id\targuments\n1\tgan-gan\t{\"lr\": \"1\"}\n2\tgan-gan\t{\"lr\": \"2\"}\n"
	if got := string(l.Encode()); got != want {
		t.Errorf("Encode = %q, want %q", got, want)
	}
}

func TestLedgerErrors(t *testing.T) {
	const head = "id\ttask_id\targuments\n"
	for text, want := range map[string]string{
		"":                                     "line 1",
		head + "1\ta\t{}":                      "line 2: no newline",
		head + "2\ta\t{}\n":                    "line 2: id 2, expected 1",
		head + "1\ta\n":                        "line 2: 2 columns",
		head + "1\ta\t{}\n2\ta\t{}\n":          "line 3: task a with {} has id 1 already",
		head + "01\ta\t{}\n":                   "line 2: id 01",
		head + "1\ta\t{}\n\n":                  "line 3: 1 columns",
		strings.ReplaceAll(head, "\t", ",")[:]: "line 1",
	} {
		if _, err := data.ParseLedger("x", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func FuzzParseLedger(f *testing.F) {
	f.Add([]byte("id\ttask_id\targuments\n1\tgan-gan\t{\"lr\": \"1\"}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := data.ParseLedger("x", b)
		if err == nil && string(l.Encode()) != string(b) {
			t.Errorf("%q is written back as %q", b, l.Encode())
		}
	})
}
