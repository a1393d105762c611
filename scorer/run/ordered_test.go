package run

import (
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"time"
)

func numbers(n int, last error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if last != nil {
			yield(0, last)
		}
	}
}

func TestOrdered(t *testing.T) {
	var running, most atomic.Int64
	want := 0
	for got, err := range ordered(4, numbers(200, nil), func(i int) (int, error) {
		most.Store(max(most.Load(), running.Add(1)))
		time.Sleep(time.Duration(200-i) * time.Microsecond) // the first take longest
		running.Add(-1)
		return i, nil
	}) {
		if err != nil || got != want {
			t.Fatalf("%d, %v, want %d", got, err, want)
		}
		want++
	}
	if want != 200 || most.Load() < 2 || most.Load() > 6 {
		t.Errorf("%d results, up to %d at a time", want, most.Load())
	}
}

func TestOrderedEndsAtAnError(t *testing.T) {
	bad := errors.New("bad")
	count := func(in iter.Seq2[int, error], f func(int) (int, error)) (n int, err error) {
		for _, err := range ordered(3, in, f) {
			if err != nil {
				return n, err
			}
			n++
		}
		return n, nil
	}
	same := func(i int) (int, error) { return i, nil }
	if n, err := count(numbers(5, bad), same); n != 5 || !errors.Is(err, bad) {
		t.Errorf("input fails: %d, %v", n, err)
	}
	if n, err := count(numbers(50, nil), func(i int) (int, error) {
		if i == 7 {
			return 0, bad
		}
		return i, nil
	}); n != 7 || !errors.Is(err, bad) {
		t.Errorf("f fails: %d, %v", n, err)
	}
	for range ordered(3, numbers(50, nil), same) {
		break // and nothing is left running, which -race would see
	}
}
