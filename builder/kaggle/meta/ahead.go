package meta

import (
	"context"
	"io"
)

const (
	blockBytes = 1 << 20
	blocks     = 4
)

// ahead reads a stream in a goroutine of its own, a few blocks ahead of its
// reader: unpacking then runs beside parsing. It ends with its context.
type ahead struct {
	full  chan block
	empty chan []byte
	done  chan struct{} // closed when the goroutine has let go of the stream
	rest  []byte
	now   block
	ctx   context.Context
}

type block struct {
	buf []byte
	n   int
	err error
}

func readAhead(ctx context.Context, r io.Reader) *ahead {
	a := &ahead{full: make(chan block, blocks), empty: make(chan []byte, blocks), done: make(chan struct{}), ctx: ctx}
	for range blocks {
		a.empty <- make([]byte, blockBytes)
	}
	go func() {
		defer close(a.done)
		for {
			select {
			case <-ctx.Done():
				return
			case buf := <-a.empty:
				n, err := io.ReadFull(r, buf)
				if err == io.ErrUnexpectedEOF {
					err = io.EOF
				}
				a.full <- block{buf, n, err} // never blocks: there are as many places as buffers
				if err != nil {
					return
				}
			}
		}
	}()
	return a
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if a.now.buf != nil {
			a.empty <- a.now.buf
		}
		select {
		case <-a.ctx.Done():
			return 0, a.ctx.Err()
		case a.now = <-a.full:
			a.rest = a.now.buf[:a.now.n]
		}
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}
