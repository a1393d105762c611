package cgroup

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"
)

// A group limits who joined it, counts, and goes with all that is in it.
func TestGroup(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("control groups are made by root")
	}
	h, err := Find()
	if err != nil {
		t.Skip(err)
	}
	name := fmt.Sprintf("test-%d", os.Getpid())
	g, err := h.New(name, Limits{Memory: 64 << 20, Processes: 8, CPUs: 0.5})
	if err != nil {
		t.Skipf("no group can be made here: %v", err)
	}
	defer g.Remove()
	names, err := h.List()
	if err != nil || !slices.Contains(names, name) {
		t.Errorf("List() = %v, %v, without %s", names, err, name)
	}

	script := `for f; do echo 0 >"$f"; done; head -c 200M /dev/zero | tail >/dev/null; sleep 100`
	cmd := exec.Command("sh", append([]string{"-c", script, "sh"}, g.Procs()...)...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); g.Counters().OOMKills == 0 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	if c := g.Counters(); c.OOMKills == 0 || c.Peak > 65<<20 {
		t.Errorf("after a hog of 200 MB in 64 MiB: %+v", c)
	}
	if err := g.Remove(); err != nil {
		t.Error(err)
	}
	var killed *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &killed) || killed.ExitCode() != -1 {
		t.Errorf("the group's process outlived it: %v", err)
	}
	if names, _ := h.List(); slices.Contains(names, name) {
		t.Errorf("%s is still there", name)
	}
}
