package pid1

import (
	"bytes"
	"os"
	"testing"
)

// FuzzKeep holds head and tail to slices of the whole, whatever pieces it comes in.
func FuzzKeep(f *testing.F) {
	f.Add([]byte("ab"), uint16(1), uint16(3))
	f.Add([]byte("0123456789"), uint16(20_000), uint16(997))
	f.Add([]byte{0xff}, uint16(65_535), uint16(65_535))
	f.Add([]byte("head and tail meet"), uint16(7282), uint16(4096))
	f.Fuzz(func(t *testing.T, pattern []byte, times, piece uint16) {
		whole := bytes.Repeat(pattern, int(times))
		if len(whole) > 4<<20 || piece == 0 {
			return
		}
		s := newStream(nil, 1<<40, func() { t.Error("over the limit") })
		for rest := whole; len(rest) > 0; {
			n := min(int(piece), len(rest))
			s.take(rest[:n])
			rest = rest[n:]
		}
		got := s.facts()
		head := whole[:min(Keep, len(whole))]
		tail := whole[max(len(head), len(whole)-Keep):]
		if got.Bytes != int64(len(whole)) || !bytes.Equal(got.Head, head) || !bytes.Equal(got.Tail, tail) {
			t.Errorf("%d bytes in pieces of %d: counted %d, head %d, tail %d; want head %d, tail %d",
				len(whole), piece, got.Bytes, len(got.Head), len(got.Tail), len(head), len(tail))
		}
	})
}

func TestLimit(t *testing.T) {
	over := 0
	s := newStream(nil, 10, func() { over++ })
	for i, want := range []int{0, 0, 1, 1} {
		if s.take(make([]byte, 5)); over != want {
			t.Errorf("after %d bytes: told %d times, want %d", 5*(i+1), over, want)
		}
	}
}

// What is still in the pipe when the main process ends was written before.
func TestMark(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := newStream(r, 1<<20, func() {})
	if _, err := w.Write(make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	s.mark()
	if _, err := w.Write(make([]byte, 500)); err != nil {
		t.Fatal(err)
	}
	w.Close()
	s.read()
	if got := s.facts(); got.BytesBeforeEnd != 1000 || got.Bytes != 1500 {
		t.Errorf("got %d before the end of %d, want 1000 of 1500", got.BytesBeforeEnd, got.Bytes)
	}
}
