package progress

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestPlainLinesComeNowAndThen(t *testing.T) {
	var out bytes.Buffer
	clock := time.Unix(0, 0)
	b := New(&out, "fetch", 4)
	b.now, b.last = func() time.Time { return clock }, clock
	for range 3 {
		clock = clock.Add(6 * time.Second)
		b.Add(1)
	}
	b.Grow(2)
	b.Printf("%s: done", "gan")
	clock = clock.Add(time.Minute)
	b.Add(3)
	b.Close()
	want := "fetch: 2 of 4\ngan: done\nfetch: 6 of 6\n"
	if out.String() != want {
		t.Errorf("got  %q\nwant %q", out.String(), want)
	}
}

// A pseudo-terminal shows a bar, and a line printed meanwhile starts at the left.
func TestTerminalShowsABar(t *testing.T) {
	control, terminal := openTerminal(t)
	b := New(terminal, "fetch", 2)
	b.Add(1)
	b.Printf("gan: done")
	b.Close()
	terminal.Close()
	got := readAll(control)
	if !strings.Contains(got, "fetch") || !strings.Contains(got, "1/2") {
		t.Errorf("no bar in %q", got)
	}
	if !strings.Contains(got, "\rgan: done\r\n") {
		t.Errorf("no whole line in %q", got)
	}
}

func readAll(f *os.File) string {
	var all []byte
	buf := make([]byte, 4096)
	for {
		n, err := f.Read(buf)
		all = append(all, buf[:n]...)
		if err != nil {
			return string(all)
		}
	}
}
