package sandboxtest

import (
	"strings"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

func ends() []check {
	return []check{
		{name: "exit 0", text: "true", want: all(exited(0), untouched)},
		{name: "exit 3", text: "exit 3", want: all(exited(3), untouched)},
		{name: "last command", text: "true\nfalse", want: exited(1)},
		{name: "unknown command", text: "no-such-command", want: exited(127)},
		{name: "python", mode: schemas.ModePython, text: "print('hello')", want: all(exited(0), printed("hello\n"))},
		{name: "python as a command", text: "python train.py && python3 -c 'print(1)'", want: all(exited(0), printed("tracked train\n1\n"))},
		{name: "python exit", mode: schemas.ModePython, text: "import sys; sys.exit(4)", want: exited(4)},
		{name: "python exception", mode: schemas.ModePython, text: "raise ValueError('no')", want: all(exited(1), complained("ValueError: no"))},
		{name: "python syntax error", mode: schemas.ModePython, text: "def (", want: all(exited(1), complained("SyntaxError"))},

		{name: "exit 137 is no signal", text: "exit 137", want: exited(137)},
		{name: "a child's signal is bash's 137", text: "bash -c 'kill -9 $$'; exit $?", want: exited(137)},
		{name: "kill -9 of itself", text: "kill -9 $$", want: all(signalled("SIGKILL"), untouched)},
		{name: "segfault", text: "kill -SEGV $$", want: signalled("SIGSEGV")},
		{name: "abort", mode: schemas.ModePython, text: "import os; os.abort()", want: signalled("SIGABRT")},
		{name: "real-time signal", text: "kill -40 $$", want: signalled("SIG40")},
		{name: "kill -9 of all", mode: schemas.ModePython, text: "import os, time\nif os.fork() == 0: time.sleep(100)\nos.kill(-1, 9)", want: exited(0)},

		{name: "stdin is empty", text: "cat; read x || exit 5", want: all(exited(5), printed(""))},
		{name: "folder", dir: "a b/ü", text: "cat deep.txt; pwd", want: all(exited(0), printed("deep\n/repo/a b/ü\n"))},
		{name: "long text", text: "exit 6 #" + strings.Repeat("x", 1<<20), want: exited(6)},
		{name: "long python text", mode: schemas.ModePython, text: "import sys; sys.exit(6) #" + strings.Repeat("x", 1<<20), want: exited(6)},
		{name: "empty text", text: "", want: exited(0)},
		{name: "NUL in python", mode: schemas.ModePython, text: "x = '\x00'", want: exited(1)},
		{name: "a script can't rewrite itself", text: "echo 'exit 0' >>/proc/self/fd/255; echo 'exit 0' >>/proc/self/fd/3; echo 'exit 0' >>$0\nexit 8", want: exited(8)},

		{name: "deadline", text: "sleep 100", limits: sandbox.Limits{Time: time.Second},
			want: all(ended(schemas.EndDeadline), within(time.Second, 5*time.Second), untouched)},
		{name: "deadline of a busy loop", mode: schemas.ModePython, text: "while True: pass", limits: sandbox.Limits{Time: time.Second},
			want: all(ended(schemas.EndDeadline), within(time.Second, 5*time.Second))},
		{name: "ignores signals", mode: schemas.ModePython, limits: sandbox.Limits{Time: time.Second}, text: `
import signal, time
for s in signal.valid_signals():
    try: signal.signal(s, signal.SIG_IGN)
    except OSError: pass
print("deaf", flush=True)
while True: time.sleep(1)`,
			want: all(ended(schemas.EndDeadline), printed("deaf\n"))},
		{name: "stopped", text: "kill -STOP $$", limits: sandbox.Limits{Time: time.Second}, want: ended(schemas.EndDeadline)},
		{name: "background job", text: "sleep 100 & exit 0", want: all(exited(0), within(0, 10*time.Second))},
		{name: "daemon", mode: schemas.ModePython, text: `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True: time.sleep(1)
    os._exit(0)
os.wait()
print("main is done")`,
			want: all(exited(0), printed("main is done\n"), within(0, 10*time.Second))},
	}
}
