package sandboxtest

import (
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

const hog = "python -c 'x = bytearray(1 << 30)'"

func limits() []check {
	small := sandbox.Limits{Memory: 128 << 20}
	disk := sandbox.Limits{Disk: 8 << 20, Inodes: 500, Tmp: 8 << 20}
	return []check{
		{name: "memory", mode: schemas.ModePython, text: "x = bytearray(1 << 30)", limits: small,
			want: all(ended(schemas.EndOutOfMemory), touched("memory"))},
		{name: "memory of a child", text: hog + "; exit 5", limits: small, want: all(ended(schemas.EndOutOfMemory), touched("memory"))},
		{name: "memory of a child, survived", text: hog + "; exit 0", limits: small, want: all(exited(0), touched("memory"))},
		{name: "memory of many", text: "for i in 1 2 3 4 5 6; do python -c 'x = bytearray(50 << 20); import time; time.sleep(20)' & done; wait -n; exit $?",
			limits: small, want: ended(schemas.EndOutOfMemory)},
		{name: "memory of a file in /dev/shm", text: "head -c 300M /dev/zero >/dev/shm/f", limits: sandbox.Limits{Memory: 128 << 20, Shm: 400 << 20},
			want: ended(schemas.EndOutOfMemory)},

		{name: "fork bomb", mode: schemas.ModePython, limits: sandbox.Limits{Time: 2 * time.Second, Processes: 64}, text: `
import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(0.01)`,
			want: all(ended(schemas.EndDeadline), touched("processes"))},
		{name: "fork bomb in bash", text: "f() { f | f & }; f; sleep 100", limits: sandbox.Limits{Time: 2 * time.Second, Processes: 64},
			want: touched("processes")},
		{name: "processes", mode: schemas.ModePython, limits: sandbox.Limits{Processes: 32}, text: `
import os, sys, time
n = 0
try:
    while True:
        if os.fork() == 0: time.sleep(100)
        n += 1
except OSError: pass
sys.exit(0 if 16 < n <= 48 else 1)`,
			want: all(exited(0), touched("processes"))},

		{name: "disk", text: "head -c 100M /dev/zero >f", limits: disk, want: all(ended(schemas.EndDiskLimit), touched("disk"))},
		{name: "disk, survived", text: "head -c 100M /dev/zero >f; exit 0", limits: disk, want: all(exited(0), touched("disk"))},
		{name: "disk in a folder", dir: "pkg", text: "head -c 100M /dev/zero >f", limits: disk, want: ended(schemas.EndDiskLimit)},
		{name: "disk of /tmp", text: "head -c 100M /dev/zero >/tmp/f", limits: disk, want: ended(schemas.EndDiskLimit)},
		{name: "inodes", text: "i=0; while : >f$i; do i=$((i+1)); done 2>/dev/null; ls | wc -l; exit 1", limits: disk, want: ended(schemas.EndDiskLimit)},
		{name: "inodes of /tmp", mode: schemas.ModePython, text: "for n in range(100_000): open(f'/tmp/{n}', 'w')", limits: disk, want: ended(schemas.EndDiskLimit)},
		{name: "the text itself", mode: schemas.ModePython, text: "#" + string(make([]byte, 1<<20)), limits: sandbox.Limits{Disk: 64 << 10}, want: ended(schemas.EndDiskLimit)},
		{name: "disk that suffices", text: "head -c 1M /dev/zero >f && rm f; head -c 7M /dev/zero >/tmp/f; exit 3", limits: disk, want: all(exited(3), untouched)},
		{name: "/dev/shm", text: "head -c 100M /dev/zero >/dev/shm/f; echo $? $(stat -c %s /dev/shm/f)", limits: sandbox.Limits{Shm: 4 << 20},
			want: all(exited(0), printed("1 4194304\n"))},

		{name: "file size", text: "head -c 3M /dev/zero >f; stat -c %s f", limits: sandbox.Limits{FileSize: 2 << 20}, want: printed("2097152\n")},
		{name: "no core", text: "ulimit -c; ulimit -Hc", want: printed("0\n0\n")},
		{name: "open files", mode: schemas.ModePython, limits: sandbox.Limits{OpenFiles: 64}, text: `
files = []
try:
    while True: files.append(open("README.md"))
except OSError: print(50 < len(files) < 64)`,
			want: printed("True\n")},
		{name: "cpus", mode: schemas.ModePython, limits: sandbox.Limits{CPUs: 0.5}, text: `
import os, time
start = time.monotonic()
for _ in range(3):
    if os.fork() == 0:
        while time.monotonic() < start + 2: pass
        os._exit(0)
for _ in range(3): os.wait()
t = os.times()
used = (t.children_user + t.children_system) / (time.monotonic() - start)
print(used < 0.75, used)`,
			want: func(f schemas.Facts) error {
				if len(f.Stdout.Head) < 4 || string(f.Stdout.Head[:4]) != "True" {
					return printed("True")(f)
				}
				return nil
			}},
	}
}
