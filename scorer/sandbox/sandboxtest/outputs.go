package sandboxtest

import (
	"bytes"
	"fmt"

	"podium/schemas"
	"podium/scorer/sandbox"
)

func outputs() []check {
	return []check{
		{name: "both streams", text: "echo out; echo err >&2; echo out", want: all(printed("out\nout\n"), complained("err\n"))},
		{name: "200 KB, then exit 1", mode: schemas.ModePython, text: "import sys\nsys.stdout.write('x' * 200_000)\nsys.exit(1)",
			want: all(exited(1), func(f schemas.Facts) error {
				if f.Stdout.Bytes != 200_000 || f.Stdout.BytesBeforeEnd != 200_000 {
					return fmt.Errorf("want 200000 bytes, all before the end")
				}
				return nil
			})},
		{name: "head and tail", text: "seq 100000", want: all(exited(0), headAndTail)},
		{name: "not UTF-8", text: `printf '\xff\xfe\x80a\x00b'`, want: printed("\xff\xfe\x80a\x00b")},
		{name: "split runes", mode: schemas.ModePython, want: all(exited(0), printed("ü€😀")), text: `
import os, time
for b in "ü€😀".encode():
    os.write(1, bytes([b])); time.sleep(0.01)`},
		{name: "escape codes", text: `printf '\033[2J\033]0;title\007'`, want: printed("\x1b[2J\x1b]0;title\x07")},
		{name: "closed streams", text: "exec >&- 2>&-; exit 4", want: exited(4)},
		{name: "not read in time", mode: schemas.ModePython, text: "import os\nfor _ in range(256): os.write(1, b'x' * 65536)\nos._exit(2)",
			want: all(exited(2), func(f schemas.Facts) error {
				if f.Stdout.BytesBeforeEnd != 16<<20 {
					return fmt.Errorf("want %d bytes before the end", 16<<20)
				}
				return nil
			})},
		{name: "written after the end", text: "(sleep 0.3; head -c 100000 /dev/zero) & exit 1", want: all(exited(1), func(f schemas.Facts) error {
			if f.Stdout.BytesBeforeEnd != 0 {
				return fmt.Errorf("want no bytes before the end")
			}
			return nil
		})},
		{name: "1 GB on stdout", text: "head -c 1000000000 /dev/zero; exit 0",
			want: all(outputLimit("stdout", sandbox.DefaultLimits.Output), touched("output"))},
		{name: "flood on stderr", text: "cat /dev/zero >&2", limits: sandbox.Limits{Output: 1 << 20}, want: outputLimit("stderr", 1<<20)},
		{name: "just under the limit", text: "head -c 1048576 /dev/zero", limits: sandbox.Limits{Output: 1 << 20}, want: all(exited(0), untouched)},
	}
}

// headAndTail wants what seq 100000 wrote: 588,895 bytes.
func headAndTail(f schemas.Facts) error {
	const keep = 64 << 10
	var whole bytes.Buffer
	for n := range 100_000 {
		fmt.Fprintln(&whole, n+1)
	}
	b := whole.Bytes()
	switch {
	case f.Stdout.Bytes != int64(len(b)):
		return fmt.Errorf("want %d bytes", len(b))
	case !bytes.Equal(f.Stdout.Head, b[:keep]):
		return fmt.Errorf("head of %d bytes is not the first %d", len(f.Stdout.Head), keep)
	case !bytes.Equal(f.Stdout.Tail, b[len(b)-keep:]):
		return fmt.Errorf("tail of %d bytes is not the last %d", len(f.Stdout.Tail), keep)
	}
	return nil
}

// outputLimit wants a kill soon after limit bytes: what a pipe and a read hold.
func outputLimit(stream string, limit int64) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		s := f.Stdout
		if stream == "stderr" {
			s = f.Stderr
		}
		if f.End != schemas.EndOutputLimit || f.Stream != stream {
			return fmt.Errorf("want end output_limit by %s", stream)
		}
		if s.Bytes <= limit || s.Bytes > limit+4<<20 {
			return fmt.Errorf("want a little more than %d bytes on %s, got %d", limit, stream, s.Bytes)
		}
		return nil
	}
}
