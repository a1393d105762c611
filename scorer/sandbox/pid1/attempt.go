package pid1

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"podium/schemas"
)

// drainTime is how long the pipes may take to end once no process is left.
const drainTime = 5 * time.Second

// attempt is the running main process and all that comes of it.
type attempt struct {
	pid     int
	started time.Time
	limit   time.Duration
	out     *stream
	err     *stream

	mu  sync.Mutex
	end schemas.Facts // End, Code, Signal, Stream: what decided first
}

// start starts the main process with an empty stdin and two pipes.
func start(c *command, s Spec) (*attempt, error) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer outWrite.Close()
	errRead, errWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer errWrite.Close()

	a := &attempt{limit: s.Time}
	a.out = newStream(outRead, s.Output, func() { a.stop(schemas.Facts{End: schemas.EndOutputLimit, Stream: "stdout"}) })
	a.err = newStream(errRead, s.Output, func() { a.stop(schemas.Facts{End: schemas.EndOutputLimit, Stream: "stderr"}) })

	files := []uintptr{null.Fd(), outWrite.Fd(), errWrite.Fd()}
	if c.script != nil {
		files = append(files, c.script.Fd())
		defer c.script.Close()
	}
	a.started = time.Now()
	a.pid, err = syscall.ForkExec(c.argv[0], c.argv, &syscall.ProcAttr{
		Dir: c.dir, Env: s.Env, Files: files,
		Sys: &syscall.SysProcAttr{Setsid: true},
	})
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", c.argv[0], err)
	}
	// The kernel shall take the attempt, not pid 1, when memory runs out. It may
	// have ended already: nothing to do then.
	_ = os.WriteFile("/proc/"+strconv.Itoa(a.pid)+"/oom_score_adj", []byte("1000"), 0)
	return a, nil
}

// stop kills everything for a reason, unless something else decided before.
func (a *attempt) stop(why schemas.Facts) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.end.End == "" {
		a.end = why
	}
	killAll()
}

// wait returns when no process and no output is left.
func (a *attempt) wait() schemas.Facts {
	var reading sync.WaitGroup
	reading.Go(a.out.read)
	reading.Go(a.err.read)
	deadline := time.AfterFunc(time.Until(a.started.Add(a.limit)), func() { a.stop(schemas.Facts{End: schemas.EndDeadline}) })
	defer deadline.Stop()

	elapsed, peak := a.reap()
	drained := make(chan struct{})
	go func() { reading.Wait(); close(drained) }()
	select {
	case <-drained:
	case <-time.After(drainTime):
	}

	out, errs := a.out.facts(), a.err.facts()
	a.mu.Lock()
	defer a.mu.Unlock()
	f := a.end
	f.Elapsed, f.PeakMemory, f.Stdout, f.Stderr = elapsed, peak, out, errs
	return f
}

// reap waits for the main process, kills what is left of the others and waits for
// them. Peak is the largest resident set of any of them, in bytes.
func (a *attempt) reap() (elapsed time.Duration, peak int64) {
	for {
		var status syscall.WaitStatus
		var used syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &used)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil: // ECHILD: no one is left
			return elapsed, peak
		}
		peak = max(peak, used.Maxrss<<10)
		if pid == a.pid {
			elapsed = time.Since(a.started)
			a.out.mark()
			a.err.mark()
			a.stop(endOf(status))
		}
	}
}

func endOf(status syscall.WaitStatus) schemas.Facts {
	if status.Signaled() {
		name := unix.SignalName(status.Signal())
		if name == "" {
			name = "SIG" + strconv.Itoa(int(status.Signal()))
		}
		return schemas.Facts{End: schemas.EndSignal, Signal: name}
	}
	return schemas.Facts{End: schemas.EndExited, Code: status.ExitStatus()}
}
