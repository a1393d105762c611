package pid1

import (
	"encoding/binary"
	"runtime"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// TestFilter runs the program in a virtual machine for it: what each call is
// answered. (The machine reads big-endian, the kernel in the host's order.)
func TestFilter(t *testing.T) {
	raw, err := filter()
	if err != nil {
		t.Skip(err)
	}
	program, ok := bpf.Disassemble(raw)
	if !ok {
		t.Fatal("an instruction is unknown")
	}
	machine, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	answer := func(arch, number, arg0 uint32) uint32 {
		var call [64]byte
		binary.BigEndian.PutUint32(call[offNumber:], number)
		binary.BigEndian.PutUint32(call[offArch:], arch)
		binary.BigEndian.PutUint32(call[offArg0:], arg0)
		got, err := machine.Run(call[:])
		if err != nil {
			t.Fatal(err)
		}
		return uint32(got)
	}
	const (
		allow  = unix.SECCOMP_RET_ALLOW
		refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		absent = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	)
	native := arches[runtime.GOARCH]
	for _, c := range []struct {
		name         string
		arch, number uint32
		arg0         uint32
		want         uint32
	}{
		{"read", native, unix.SYS_READ, 0, allow},
		{"execve", native, unix.SYS_EXECVE, 0, allow},
		{"a thread", native, unix.SYS_CLONE, unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_SIGHAND, allow},
		{"a process", native, unix.SYS_CLONE, uint32(unix.SIGCHLD), allow},
		{"a user namespace", native, unix.SYS_CLONE, unix.CLONE_NEWUSER | uint32(unix.SIGCHLD), refuse},
		{"a network namespace", native, unix.SYS_CLONE, unix.CLONE_NEWNET, refuse},
		{"clone3", native, unix.SYS_CLONE3, 0, absent},
		{"unshare", native, unix.SYS_UNSHARE, 0, refuse},
		{"the first denied", native, denied[0], 0, refuse},
		{"the last denied", native, denied[len(denied)-1], 0, refuse},
		{"unix socket", native, unix.SYS_SOCKET, unix.AF_UNIX, allow},
		{"inet socket", native, unix.SYS_SOCKET, unix.AF_INET, allow},
		{"vsock", native, unix.SYS_SOCKET, unix.AF_VSOCK, refuse},
		{"packet", native, unix.SYS_SOCKET, unix.AF_PACKET, refuse},
		{"another ABI", unix.AUDIT_ARCH_I386, 0, 0, absent},
		{"x32", native, x32 | unix.SYS_READ, 0, absent},
		{"a number not yet given", native, 4000, 0, allow},
	} {
		if got := answer(c.arch, c.number, c.arg0); got != c.want {
			t.Errorf("%s: answer %#x, want %#x", c.name, got, c.want)
		}
	}
}
