package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// interval is the least time between two plain lines.
const interval = 10 * time.Second

// Bar follows one piece of work. Its methods may be called from any goroutine.
type Bar struct {
	mu          sync.Mutex
	w           io.Writer
	what        string
	done, total int64
	bar         *progressbar.ProgressBar // nil where w is no terminal
	now         func() time.Time
	last        time.Time
}

// New starts a bar for total steps of what, say "fetch", on w.
func New(w io.Writer, what string, total int64) *Bar {
	b := &Bar{w: w, what: what, total: total, now: time.Now, last: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		b.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return b
}

// Grow adds n steps to the total, when more work turns up.
func (b *Bar) Grow(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total += n
	if b.bar != nil {
		b.bar.ChangeMax64(b.total)
	}
}

// Add tells that n steps are done.
func (b *Bar) Add(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += n
	if b.bar != nil {
		_ = b.bar.Add64(n) // a terminal that is gone is no reason to stop working
		return
	}
	if now := b.now(); now.Sub(b.last) >= interval {
		b.last = now
		fmt.Fprintf(b.w, "%s: %d of %d\n", b.what, b.done, b.total)
	}
}

// Printf writes a line without tearing the bar.
func (b *Bar) Printf(format string, a ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Clear()
	}
	fmt.Fprintf(b.w, format+"\n", a...)
	if b.bar != nil {
		_ = b.bar.RenderBlank()
	}
}

// Close takes the bar off the terminal.
func (b *Bar) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Clear()
		b.bar = nil
	}
}
