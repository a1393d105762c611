package pid1

import (
	"errors"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"podium/schemas"
)

// stream reads one of the attempt's pipes to its end, counts all of it and keeps
// head and tail.
type stream struct {
	pipe  *os.File
	limit int64
	over  func() // called once, when more than limit bytes came

	mu     sync.Mutex // held over each read, so that mark sees a settled count
	total  int64
	before int64
	head   []byte
	tail   ring
}

func newStream(pipe *os.File, limit int64, over func()) *stream {
	return &stream{pipe: pipe, limit: limit, over: over}
}

// read returns at the end of the pipe: when every process that held it is gone.
func (s *stream) read() {
	defer s.pipe.Close()
	conn, err := s.pipe.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, 256<<10)
	for more := true; more; {
		err := conn.Read(func(fd uintptr) bool {
			s.mu.Lock()
			defer s.mu.Unlock()
			n, err := unix.Read(int(fd), buf)
			if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR) {
				return false
			}
			more = err == nil && n > 0
			if more {
				s.take(buf[:n])
			}
			return true
		})
		if err != nil {
			return
		}
	}
}

// take counts and keeps b; s.mu is held.
func (s *stream) take(b []byte) {
	had := s.total
	s.total += int64(len(b))
	if room := Keep - len(s.head); room > 0 {
		n := min(room, len(b))
		s.head = append(s.head, b[:n]...)
		b = b[n:]
	}
	s.tail.write(b)
	if had <= s.limit && s.total > s.limit {
		s.over()
	}
}

// mark notes that the main process has ended: what was written until now is what
// was read and what is still in the pipe.
func (s *stream) mark() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = s.total
	conn, err := s.pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) {
		if n, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ); err == nil {
			s.before += int64(n)
		}
	})
}

func (s *stream) facts() schemas.Stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return schemas.Stream{Bytes: s.total, BytesBeforeEnd: s.before, Head: s.head, Tail: s.tail.bytes()}
}

// ring keeps the last Keep bytes written to it.
type ring struct {
	buf  []byte
	next int // where the oldest byte is, once buf is full
}

func (r *ring) write(b []byte) {
	if len(b) > Keep {
		b = b[len(b)-Keep:]
	}
	if room := Keep - len(r.buf); room > 0 {
		n := min(room, len(b))
		r.buf = append(r.buf, b[:n]...)
		b = b[n:]
	}
	for len(b) > 0 {
		n := copy(r.buf[r.next:], b)
		r.next = (r.next + n) % Keep
		b = b[n:]
	}
}

func (r *ring) bytes() []byte {
	if len(r.buf) == 0 {
		return nil
	}
	return append(append([]byte(nil), r.buf[r.next:]...), r.buf[:r.next]...)
}
