package sandboxtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"podium/schemas"
)

// refused is the start of programs that try what must fail: they end with 0 when
// every attempt was refused and else print what was not.
const refused = `
import ctypes, errno, os, socket, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
wrong = []
def refuse(name, call, *args):
    try: r = call(*args)
    except (OSError, ValueError, subprocess.SubprocessError) as e: return e
    wrong.append(f"{name}: {r!r}")
def errno_of(name, *args):
    f = getattr(libc, name)
    r = f(*args)
    if r >= 0: wrong.append(f"{name}{args}: {r}")
def done():
    print("\n".join(wrong)); sys.exit(1 if wrong else 0)
`

func isolation(t *testing.T) []check {
	secret := filepath.Join(t.TempDir(), "secret")
	must(t, os.WriteFile(secret, []byte("the host's secret"), 0o644))
	home, err := os.UserHomeDir()
	must(t, err)
	here, err := os.Getwd()
	must(t, err)
	return []check{
		{name: "user", text: "id -u; id -g; id -G", want: printed("65534\n65534\n65534\n")},
		{name: "privileges", want: printed("CapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nCapAmb:\t0000000000000000\nNoNewPrivs:\t1\nSeccomp:\t2\n"),
			text: "grep -E '^(CapPrm|CapEff|CapAmb|NoNewPrivs|Seccomp):' /proc/self/status"},
		{name: "setuid", mode: schemas.ModePython, want: exited(0), text: refused + `
refuse("setuid", os.setuid, 0); refuse("setgid", os.setgid, 0); refuse("setgroups", os.setgroups, [0])
refuse("chown", os.chown, "/tmp", 0, 0); refuse("chroot", os.chroot, "/tmp"); refuse("nice", os.nice, -5)
refuse("mknod", os.mknod, "/tmp/disk", 0o60666, os.makedev(254, 0))
done()`},
		{name: "network", mode: schemas.ModePython, want: exited(0), text: refused + `
def connect(host, port, kind):
    s = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, kind); s.settimeout(3)
    s.connect((host, port)); s.send(b"x"); return "sent"
for host in ["192.0.2.1", "169.254.169.254", "10.0.0.1", "172.17.0.1", "2001:db8::1"]:
    for port in [53, 80, 2375]:
        refuse(f"tcp {host}", connect, host, port, socket.SOCK_STREAM)
        refuse(f"udp {host}", connect, host, port, socket.SOCK_DGRAM)
refuse("dns", socket.getaddrinfo, "example.org", 80)
refuse("raw", socket.socket, socket.AF_INET, socket.SOCK_RAW, 1)
refuse("packet", socket.socket, socket.AF_PACKET, socket.SOCK_RAW)
refuse("vsock", socket.socket, socket.AF_VSOCK, socket.SOCK_STREAM)
refuse("alg", socket.socket, socket.AF_ALG, socket.SOCK_SEQPACKET)
for p in ["/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock", "/run/podman/podman.sock"]:
    refuse(p, os.stat, p)
links = [n for _, n in socket.if_nameindex()]
if links not in ([], ["lo"]): wrong.append(f"interfaces: {links}")
done()`},
		{name: "the host's sockets", mode: schemas.ModePython, want: exited(0), text: refused + `
names = [l.split()[-1] for l in open("/proc/net/unix").read().splitlines()[1:] if len(l.split()) > 7]
if names: wrong.append(f"unix sockets: {names}")
done()`},
		{name: "loopback works", mode: schemas.ModePython, want: exited(0), text: `
import socket, threading
s = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=lambda: s.accept()[0].send(b"ok")).start()
assert socket.create_connection(s.getsockname()).recv(2) == b"ok"`},
		{name: "write outside", mode: schemas.ModePython, want: exited(0), text: refused + `
def write(p):
    with open(p, "w") as f: f.write("1")
for d in ["/", "/usr", "/usr/bin", "/usr/local", "/etc", "/podium", "/podium/bin", "/dev", "/proc", "/sys", "/var", "/root", "/home", "/opt", "/run"]:
    refuse(d, write, d + "/planted")
for p in ["/podium/init", "/etc/passwd", "/etc/ld.so.preload", "/usr/bin/python3", "/proc/sys/kernel/hostname", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/proc/1/oom_score_adj"]:
    refuse(p, write, p)
done()`},
		{name: "read the host", mode: schemas.ModePython, want: exited(0), text: refused + fmt.Sprintf(`
for p in [%q, %q, %q, "/root", "/etc/shadow", "/proc/kcore", "/proc/1/root/etc/passwd", "/proc/1/cwd/etc/passwd", "/var/lib/docker", "/dev/vda", "/dev/sda", "/dev/mem"]:
    try:
        got = os.listdir(p) if os.path.isdir(p) else open(p, "rb").read(10)
        wrong.append(f"{p}: {got}")
    except OSError: pass
done()`, secret, home+"/.ssh", filepath.Join(here, "doc.go"))},
		{name: "namespaces", mode: schemas.ModePython, want: exited(0), text: refused + `
for flag in [0x10000000, 0x00020000, 0x20000000, 0x40000000, 0x08000000, 0x04000000, 0x02000000]:
    errno_of("unshare", flag)
errno_of("mount", b"none", b"/tmp", b"tmpfs", 0, None)
errno_of("umount2", b"/repo", 2)
errno_of("setns", os.open("/proc/self/ns/net", os.O_RDONLY), 0)
if subprocess.run(["unshare", "--user", "--map-root-user", "true"], stderr=subprocess.DEVNULL).returncode == 0: wrong.append("unshare --user")
done()`},
		{name: "clone", mode: schemas.ModePython, want: exited(0), text: refused + `
import platform
number = {"x86_64": 56, "aarch64": 220}[platform.machine()]
r = libc.syscall(number, 0x10000000 | 17, 0, 0, 0, 0)
if r == 0: os._exit(0)
if r > 0: wrong.append("clone(CLONE_NEWUSER)")
r = libc.syscall(435, 0, 0)
if ctypes.get_errno() != errno.ENOSYS: wrong.append("clone3")
done()`},
		{name: "kernel doors", mode: schemas.ModePython, want: exited(0), text: refused + `
import platform
x86 = {"bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "keyctl": 250, "add_key": 248, "io_uring_setup": 425, "kexec_load": 246, "init_module": 175}
arm = {"bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "keyctl": 219, "add_key": 217, "io_uring_setup": 425, "kexec_load": 104, "init_module": 105}
for name, number in {"x86_64": x86, "aarch64": arm}[platform.machine()].items():
    ctypes.set_errno(0)
    r = libc.syscall(number, 0, 0, 0, 0, 0)
    if r >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS): wrong.append(f"{name}: {r} {ctypes.get_errno()}")
done()`},
	}
}
