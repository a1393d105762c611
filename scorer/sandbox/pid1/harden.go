package pid1

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// harden makes pid 1 safe from what it will start. The order matters: giving up
// root makes a process dumpable or not by a setting of the host's, and glibc does
// it with a signal of its own.
func harden(s Spec) error {
	if s.Drop {
		if err := dropRoot(); err != nil {
			return err
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("set no_new_privs: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("make pid 1 not dumpable: %w", err)
	}
	if err := limit(s); err != nil {
		return err
	}
	startThreads()
	if err := filterSyscalls(); err != nil {
		return err
	}
	return defaultSignals()
}

// dropRoot becomes User for good.
func dropRoot() error {
	if err := syscall.Setgroups(nil); err != nil {
		return fmt.Errorf("drop groups: %w", err)
	}
	if err := syscall.Setresgid(User, User, User); err != nil {
		return fmt.Errorf("become group %d: %w", User, err)
	}
	if err := syscall.Setresuid(User, User, User); err != nil {
		return fmt.Errorf("become user %d: %w", User, err)
	}
	// The kernel forgot it with the change of user: without it the sandbox would
	// outlive a scorer that is killed.
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("tie the sandbox to its scorer: %w", err)
	}
	return nil
}

// limit sets resource limits for pid 1 and so for all that it starts.
func limit(s Spec) error {
	for _, l := range []struct {
		name  string
		which int
		value int64
	}{
		{"core", unix.RLIMIT_CORE, 0},
		{"nofile", unix.RLIMIT_NOFILE, s.OpenFiles},
		{"fsize", unix.RLIMIT_FSIZE, s.FileSize},
		{"nproc", unix.RLIMIT_NPROC, s.Processes},
	} {
		if l.value <= 0 && l.which != unix.RLIMIT_CORE {
			continue
		}
		var now unix.Rlimit
		if err := unix.Getrlimit(l.which, &now); err != nil {
			return fmt.Errorf("read limit %s: %w", l.name, err)
		}
		v := min(uint64(l.value), now.Max)
		// syscall, not unix: Go gives a child the old nofile limit back unless
		// it was changed through syscall.
		if err := syscall.Setrlimit(l.which, &syscall.Rlimit{Cur: v, Max: v}); err != nil {
			return fmt.Errorf("set limit %s to %d: %w", l.name, v, err)
		}
	}
	return nil
}

// startThreads makes the threads that the runtime may ever want, now: a fork bomb
// leaves none to be had, and Go does not survive that.
func startThreads() {
	runtime.GOMAXPROCS(2)
	var up, down sync.WaitGroup
	release := make(chan struct{})
	for range Threads - 4 { // the runtime has up to four by now
		up.Add(1)
		down.Add(1)
		go func() {
			runtime.LockOSThread() // a thread of its own, kept when it is let go
			up.Done()
			<-release
			runtime.UnlockOSThread()
			down.Done()
		}()
	}
	up.Wait()
	close(release)
	down.Wait()
}

// defaultSignals gives every signal its default action: to the first process of a
// PID namespace the kernel then delivers none that comes from inside. A Go
// handler would be reachable, and a forged SIGSEGV would end the program.
func defaultSignals() error {
	const kernelSigsetSize = 8
	var action [4]uint64 // struct sigaction of the kernel: SIG_DFL, no flags, no mask
	for sig := uintptr(1); sig <= 64; sig++ {
		if sig == uintptr(unix.SIGKILL) || sig == uintptr(unix.SIGSTOP) {
			continue
		}
		_, _, errno := syscall.RawSyscall6(unix.SYS_RT_SIGACTION, sig, uintptr(unsafe.Pointer(&action)), 0, kernelSigsetSize, 0, 0)
		if errno != 0 {
			return fmt.Errorf("reset signal %d: %w", sig, errno)
		}
	}
	return nil
}
