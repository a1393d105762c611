package sandboxtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// Environment variables by which Crash talks to the process that it kills.
const (
	crashScratch = "PODIUM_TEST_CRASH_SCRATCH"
	crashInit    = "PODIUM_TEST_CRASH_INIT"
	crashMark    = "PODIUM_TEST_CRASH_MARK"
)

// Crash kills a scorer, by SIGKILL, in the middle of an attempt and wants the
// attempt to end by itself soon after. The scratch base that it returns holds what
// the dead run left.
//
// open opens an engine for the process that is killed: this test, run again.
func Crash(t *testing.T, init string, open func(init, scratch string) Subject) (scratch string) {
	if base := os.Getenv(crashScratch); base != "" {
		s := open(os.Getenv(crashInit), base)
		_, err := s.Sandbox.Run(t.Context(), sandbox.Job{
			Name: "crash", Environment: s.Environment, Tree: Tree(t), Mode: schemas.ModeBash,
			Text:   "trap '' TERM HUP INT\nbash -c 'while :; do sleep 1; done; : " + os.Getenv(crashMark) + "'",
			Limits: sandbox.Limits{Time: 10 * time.Minute},
		})
		t.Fatalf("the attempt ended before its scorer: %v", err)
	}
	scratch = t.TempDir()
	mark := "crash-" + filepath.Base(filepath.Dir(scratch))
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), crashScratch+"="+scratch, crashInit+"="+init, crashMark+"="+mark,
		"TMPDIR="+t.TempDir()) // a killed process leaves its temporary folders
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	must(t, cmd.Start())
	started := eventually(func() bool { return running(mark) })
	must(t, cmd.Process.Kill())
	_ = cmd.Wait()
	if !started {
		t.Fatalf("the attempt did not start: %s", said.Bytes())
	}
	if !eventually(func() bool { return !running(mark) }) {
		t.Error("the attempt outlived its scorer")
	}
	return scratch
}

func eventually(is func() bool) bool {
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}

// running looks for the mark among this host's processes.
func running(mark string) bool {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		// Not this test's own child, which has the mark in its environment.
		if b, err := os.ReadFile(f); err == nil && strings.Contains(string(b), ": "+mark) {
			return true
		}
	}
	return false
}
