package sandboxtest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"podium/schemas"
)

// sources try to change what is tracked, and to add what may be added.
func sources() []check {
	return []check{
		{name: "tracked files stay", mode: schemas.ModePython, want: exited(0), text: refused + `
import shutil
def write(p, mode="w"):
    with open(p, mode) as f: f.write("print('planted')")
open("new.py", "w").write("x")
os.mkdir("newdir")
for p in ["train.py", "pkg/model.py", "pkg/__init__.py", "a b/ü/deep.txt"]:
    for mode in ("w", "a", "r+"): refuse(f"open {p} {mode}", write, p, mode)
    refuse(f"unlink {p}", os.unlink, p)
    refuse(f"rename {p}", os.rename, p, "moved")
    refuse(f"replace {p}", os.replace, "new.py", p)
    refuse(f"chmod {p}", os.chmod, p, 0o666)
    refuse(f"truncate {p}", os.truncate, p, 0)
    refuse(f"utime {p}", os.utime, p, (0, 0))
    refuse(f"xattr {p}", os.setxattr, p, "user.x", b"1")
    refuse(f"symlink {p}", os.symlink, "/tmp/x", p)
    refuse(f"link {p}", os.link, "new.py", p)
for d in ["pkg", "a b", "a b/ü", "."]:
    refuse(f"rename {d}", os.rename, d, "moved")
    refuse(f"replace {d}", os.rename, "newdir", d)
    refuse(f"rmdir {d}", os.rmdir, d)
    refuse(f"chmod {d}", os.chmod, d, 0o700)
    refuse(f"rmtree {d}", shutil.rmtree, d)
if libc.renameat2(-100, b"new.py", -100, b"train.py", 2) == 0: wrong.append("renameat2 exchange")
assert open("pkg/model.py").read() == "VALUE = 'tracked'\n"
done()`},
		{name: "new files appear", mode: schemas.ModePython, want: all(exited(0), printed("tracked new\n")), text: `
import os
os.makedirs("runs/1"); open("runs/1/log", "w").write("x"); os.rename("runs", "runs2"); os.unlink("runs2/1/log")
open("pkg/added.py", "w").write("VALUE = 'new'")
from pkg import added, model
print(model.VALUE, added.VALUE)`},
		{name: "the program's name", mode: schemas.ModePython, text: "print(__file__)", want: func(f schemas.Facts) error {
			if s := string(f.Stdout.Head); s != "temp.py\n" && s != "/repo/temp.py\n" {
				return fmt.Errorf("want temp.py in the folder")
			}
			return nil
		}},
		{name: "a tracked temp.py", mode: schemas.ModePython, dir: "taken", text: "print('mine')", want: printed("mine\n")},
		{name: "no bytecode", text: "python -c 'import pkg.model' && ls pkg", want: printed("__init__.py\nmodel.py\n")},
	}
}

// treeUnchanged looks from outside that nothing of all that reached the tree.
func (x *suite) treeUnchanged(t *testing.T) {
	x.run(t, check{name: "vandal", text: "rm -rf /repo/* /repo/.[!.]*; touch x; exit 0", want: exited(0)})
	if got := digest(t, x.tree); got != x.fresh {
		t.Error("an attempt changed the tree on the host")
	}
	for name := range tracked {
		x.run(t, check{name: "still " + name, text: fmt.Sprintf("test -e '%s' -a ! -e x", name), want: exited(0)})
	}
}

// apart runs two attempts beside each other: neither sees the other.
func (x *suite) apart(t *testing.T) {
	const look = `
touch /repo/mark-$ME /tmp/mark-$ME /dev/shm/mark-$ME
sleep 2
ls -d /repo/mark-* /tmp/mark-* /dev/shm/mark-* | grep -v mark-$ME
for p in /proc/[0-9]*; do tr '\0' ' ' <$p/cmdline 2>/dev/null; done | grep -o 'mark-of-[ab]' | sort -u
exit 0`
	var group sync.WaitGroup
	for _, me := range []string{"a", "b"} {
		group.Go(func() {
			x.run(t, check{name: "apart " + me, text: "ME=" + me + "\nbash -c 'sleep 5; : mark-of-" + me + "' &" + look,
				want: all(exited(0), printed("mark-of-"+me+"\n"))})
		})
	}
	group.Wait()
}

// cancel interrupts an attempt: the caller gets the context's error, soon, and
// nothing is left.
func (x *suite) cancel(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	started := time.Now()
	_, err := x.Sandbox.Run(ctx, x.job(check{name: "cancel", text: "setsid sleep 100 & trap '' TERM; while :; do sleep 1; done"}))
	if err == nil || ctx.Err() == nil || err.Error() != ctx.Err().Error() {
		t.Errorf("want the context's error, got %v", err)
	}
	if took := time.Since(started); took > 2*time.Second+patience {
		t.Errorf("took %v", took)
	}
	x.clean(t)
}

// clean wants nothing left on the host.
func (x *suite) clean(t *testing.T) {
	left, err := x.Leftovers()
	must(t, err)
	for _, what := range left {
		t.Errorf("left over: %s", what)
	}
}
