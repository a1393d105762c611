package pid1

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// denied answer EPERM: ways to other processes' memory, to namespaces, mounts and
// kernel parts that no repository's code needs. It stands on its own under
// bubblewrap, and on top of Docker's default profile.
var denied = []uint32{
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT,
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_MOUNT_SETATTR, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE,
	unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG, unix.SYS_IOPL, unix.SYS_IOPERM,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP,
}

// namespaces are the clone flags that make a new one.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP

// families of sockets that may be made. Not AF_VSOCK: on a virtual machine it
// reaches the host whatever the network namespace.
var families = []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

// Offsets in struct seccomp_data.
const (
	offNumber = 0
	offArch   = 4
	offArg0   = 16 // low half: little endian
)

// x32 is the bit of system call numbers of an ABI that shares the 64-bit arch.
const x32 = 0x40000000

var arches = map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}

// filter assembles the program. Every check jumps over its own answer.
func filter() ([]bpf.RawInstruction, error) {
	arch, ok := arches[runtime.GOARCH]
	if !ok {
		return nil, fmt.Errorf("no system call filter for %s", runtime.GOARCH)
	}
	var (
		allow  = bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
		refuse = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}
		absent = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}
	)
	p := []bpf.Instruction{
		bpf.LoadAbsolute{Off: offArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: arch, SkipTrue: 1},
		absent, // another ABI has other numbers
		bpf.LoadAbsolute{Off: offNumber, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: x32, SkipTrue: 1},
		absent,
		// clone3 has its flags in memory, out of a filter's sight; without it
		// the C library falls back to clone.
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_CLONE3, SkipTrue: 1},
		absent,
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: unix.SYS_CLONE, SkipTrue: 4},
		bpf.LoadAbsolute{Off: offArg0, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpBitsNotSet, Val: namespaces, SkipTrue: 1},
		refuse,
		allow,
	}
	for _, number := range denied {
		p = append(p, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: number, SkipTrue: 1}, refuse)
	}
	p = append(p,
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_SOCKET, SkipTrue: 1},
		allow,
		bpf.LoadAbsolute{Off: offArg0, Size: 4},
	)
	for _, family := range families {
		p = append(p, bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: family, SkipTrue: 1}, allow)
	}
	return bpf.Assemble(append(p, refuse))
}

// filterSyscalls puts the filter on all threads; all that is started inherits it.
func filterSyscalls() error {
	raw, err := filter()
	if err != nil {
		return err
	}
	code := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		code[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	program := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return fmt.Errorf("set the system call filter: %w", errno)
	}
	return nil
}
