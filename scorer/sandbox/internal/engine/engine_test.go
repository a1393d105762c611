package engine

import (
	"errors"
	"io"
	"strings"
	"testing"

	"podium/schemas"
)

func TestBuffer(t *testing.T) {
	for name, fill := range map[string]func(*Buffer) (int64, error){
		"copy":  func(b *Buffer) (int64, error) { return io.Copy(b, strings.NewReader("0123456789")) },
		"write": func(b *Buffer) (int64, error) { n, err := io.WriteString(b, "0123456789"); return int64(n), err },
		"twice": func(b *Buffer) (int64, error) {
			n, _ := b.Write([]byte("01"))
			m, err := b.Write([]byte("23456789"))
			return int64(n + m), err
		},
	} {
		b := &Buffer{Limit: 4}
		if n, err := fill(b); n != 10 || err != nil || string(b.Bytes()) != "0123" {
			t.Errorf("%s: took %d, %v and kept %q, want all taken and 0123 kept", name, n, err, b.Bytes())
		}
	}
}

func TestTidy(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	if got := Tidy(first, second); !errors.Is(got, first) {
		t.Errorf("got %v, want the first", got)
	}
	var trouble *schemas.Trouble
	if got := Tidy(nil, second); !errors.As(got, &trouble) || trouble.Kind != schemas.EngineLost {
		t.Errorf("got %v, want %s", got, schemas.EngineLost)
	}
	if got := Tidy(nil, nil); got != nil {
		t.Errorf("got %v, want nothing", got)
	}
}
