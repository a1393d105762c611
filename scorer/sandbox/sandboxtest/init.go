package sandboxtest

import (
	"podium/schemas"
)

// initChecks try to reach, end or speak for the sandbox's first process.
func initChecks() []check {
	return []check{
		{name: "signals", mode: schemas.ModePython, want: exited(7), text: `
import os, sys
for s in range(1, 65):
    try: os.kill(1, s)
    except OSError: pass
sys.exit(7)`},
		{name: "forged signals", mode: schemas.ModePython, want: exited(7), text: `
import ctypes, platform, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 129, "aarch64": 138}[platform.machine()] # rt_sigqueueinfo
for code in (-1, -2, -3, -60):
    for s in range(1, 65):
        libc.syscall(number, 1, s, struct.pack("iiiixxxxQ", s, 0, code, 0, 0) + bytes(128))
sys.exit(7)`},
		{name: "tracing", mode: schemas.ModePython, want: exited(0), text: refused + `
for request in (16, 0x4206): # ATTACH, SEIZE
    r = libc.ptrace(request, 1, 0, 0)
    if r >= 0: wrong.append(f"ptrace {request}")
buf = ctypes.create_string_buffer(64)
vec = (ctypes.c_void_p * 2)(ctypes.addressof(buf), 64)
there = (ctypes.c_void_p * 2)(0x400000, 64)
for name in ("process_vm_readv", "process_vm_writev"):
    if getattr(libc, name)(1, vec, 1, there, 1, 0) >= 0: wrong.append(name)
for p in ["mem", "environ", "maps", "fd", "fd/1", "fdinfo", "cwd", "root", "exe", "io", "stack", "auxv"]:
    p = "/proc/1/" + p
    try:
        got = os.listdir(p) if os.path.isdir(p) else open(p, "rb").read(16)
        wrong.append(f"{p}: {got}")
    except OSError: pass
try:
    fd = os.pidfd_open(1)
    for n in range(32):
        if libc.syscall(438, fd, n, 0) >= 0: wrong.append(f"pidfd_getfd {n}") # same number everywhere
except OSError: pass
done()`},
		{name: "forged result", mode: schemas.ModePython, want: exited(1), text: `
import glob, json, os, sys
result = json.dumps({"facts": {"end": "exited", "code": 0, "elapsed_ns": 1, "stdout": {"bytes": 0, "bytes_before_end": 0}, "stderr": {"bytes": 0, "bytes_before_end": 0}}, "disk_full": False}) + "\n"
for p in ["/proc/1/fd/1", "/proc/1/fd/2", "/dev/stdout", "/dev/stderr", "/dev/console", "/dev/tty", "/proc/self/fd/1"] + glob.glob("/dev/pts/*"):
    try:
        with open(p, "w") as f: f.write(result)
    except OSError: pass
for fd in range(64):
    try: os.write(fd, result.encode())
    except OSError: pass
sys.exit(1)`},
		{name: "forged result in bash", text: `echo '{"facts":{"end":"exited","code":0}}' | tee /proc/1/fd/1 /dev/stderr; exit 1`, want: exited(1)},
		{name: "pid 1 is ours", text: "cat /proc/1/cmdline | tr '\\0' ' '", want: printed("/podium/init pid1 ")},
		{name: "init for people", text: "/podium/init pid1 </dev/null; echo $?", want: all(printed("2\n"), complained("not a command for people"))},
		{name: "memory of init", mode: schemas.ModePython, text: `
import os
try: open("/proc/1/oom_score_adj", "w").write("1000")
except OSError: pass
try: open("/proc/self/oom_score_adj", "w").write("-1000")
except OSError: pass
print(open("/proc/self/oom_score_adj").read().strip())`, want: printed("1000\n")},
	}
}
