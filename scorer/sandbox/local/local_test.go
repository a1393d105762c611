package local

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"podium/scorer/sandbox"
	"podium/scorer/sandbox/sandboxtest"
)

// open skips where the engine cannot be had, and says why.
func open(t testing.TB, o Options) *Sandbox {
	t.Helper()
	if _, err := exec.LookPath("bwrap"); err != nil {
		t.Skip("bubblewrap is not installed")
	}
	s, err := New(context.Background(), o)
	if weak := (*sandbox.WeakError)(nil); errors.As(err, &weak) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestConformance(t *testing.T) {
	s := open(t, Options{Init: sandboxtest.Init(t), Scratch: t.TempDir()})
	sandboxtest.Suite(t, sandboxtest.Subject{
		Sandbox: s, Environment: sandbox.Environment{Name: "host"},
		Leftovers: func() ([]string, error) { return leftovers(s) },
	})
}

// leftovers are this run's job folders and control groups.
func leftovers(s *Sandbox) ([]string, error) {
	left, err := filepath.Glob(filepath.Join(s.scratch.Dir(), "job-*"))
	if err != nil || s.groups == nil {
		return left, err
	}
	names, err := s.groups.List()
	for _, name := range names {
		if strings.HasPrefix(name, s.prefix) {
			left = append(left, "control group "+name)
		}
	}
	return left, err
}

func BenchmarkAttempts(b *testing.B) {
	s := open(b, Options{Init: sandboxtest.Init(b), Scratch: b.TempDir()})
	sandboxtest.Benchmark(b, sandboxtest.Subject{Sandbox: s, Environment: sandbox.Environment{Name: "host"}})
}

func TestCrash(t *testing.T) {
	init := sandboxtest.Init(t)
	base := sandboxtest.Crash(t, init, func(init, scratch string) sandboxtest.Subject {
		s := open(t, Options{Init: init, Scratch: scratch})
		return sandboxtest.Subject{Sandbox: s, Environment: sandbox.Environment{Name: "host"}}
	})
	s := open(t, Options{Init: init, Scratch: base})
	runs, err := os.ReadDir(base)
	if err != nil || len(runs) != 1 || runs[0].Name() != s.scratch.Run {
		t.Errorf("scratch has %v, %v, want the live run %s alone", runs, err, s.scratch.Run)
	}
	names, err := s.groups.List()
	prefix, _, _ := strings.Cut(s.prefix, "-")
	for _, name := range names {
		if strings.HasPrefix(name, prefix) {
			t.Errorf("control group %s is left over", name)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

func TestDyingInit(t *testing.T) {
	sandboxtest.Dying(t, func(t *testing.T, init string) sandboxtest.Subject {
		return sandboxtest.Subject{
			Sandbox:     open(t, Options{Init: init, Scratch: t.TempDir()}),
			Environment: sandbox.Environment{Name: "host"},
		}
	})
}
