package run

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Killed at any byte of its journal, a run executes again what has no whole line,
// and nothing else.
func TestRunCutAtAnyByte(t *testing.T) {
	opts := options(t, newScripted(), []string{text("a"), text("b")})
	opts.Workers = 1
	attempts := mustRun(t, opts).Attempts
	want := paper(t, opts.Dir)
	path := filepath.Join(opts.Dir, attemptsFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		s := newScripted()
		opts.Sandbox = s
		tally := mustRun(t, opts)
		lines := bytes.Count(whole[:n], []byte("\n"))
		if tally.Done != lines || s.all() != attempts-lines {
			t.Fatalf("cut at byte %d, after %d lines: %d executions, %+v", n, lines, s.all(), tally)
		}
		if got := paper(t, opts.Dir); got != want {
			t.Fatalf("cut at byte %d: paper says %s, want %s", n, got, want)
		}
	}
}

// mountTmpfs mounts a small file system for the test.
func mountTmpfs(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("cannot mount a tmpfs here: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestRunOnAFullDisk(t *testing.T) {
	disk := mountTmpfs(t, "64k")
	var outputs []string
	for i := range 60 {
		outputs = append(outputs, text(strings.Repeat("x", i)))
	}
	s := newScripted()
	opts := options(t, s, outputs)
	opts.Dir, opts.Workers = filepath.Join(disk, "run"), 1
	// What the plan leaves is taken, but for room for a few lines.
	opts.Sandbox = filling{s, filepath.Join(disk, "ballast")}
	tally, err := Run(t.Context(), opts)
	if !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), attemptsFile) {
		t.Fatalf("%+v, %v", tally, err)
	}
	if err := os.Remove(filepath.Join(disk, "ballast")); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT, "size=1m"); err != nil {
		t.Fatal(err)
	}
	again := newScripted()
	opts.Sandbox = again
	rest := mustRun(t, opts)
	if tally.Executed == 0 || rest.Done != tally.Executed || rest.Done+again.all() != rest.Attempts {
		t.Errorf("full after %+v, then %+v", tally, rest)
	}
}

func TestRunInAReadOnlyFolder(t *testing.T) {
	disk := mountTmpfs(t, "1m")
	opts := options(t, newScripted(), []string{text("a")})
	opts.Dir = filepath.Join(disk, "run")
	mustRun(t, opts)
	before := snapshot(t, opts.Dir)
	if err := unix.Mount("tmpfs", disk, "tmpfs", unix.MS_REMOUNT|unix.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	_, err := Run(t.Context(), opts)
	if !errors.Is(err, unix.EROFS) || !strings.Contains(err.Error(), opts.Dir) {
		t.Errorf("%v", err)
	}
	if after := snapshot(t, opts.Dir); after != before {
		t.Errorf("the run folder changed:\n%s\nwas\n%s", after, before)
	}
}

func TestInterruptedRunFinishesWhatRuns(t *testing.T) {
	s := newScripted()
	s.started = make(chan string) // holds each attempt until it is received
	opts := options(t, s, []string{text("a"), text("b"), text("c")})
	opts.Workers, opts.Finish = 1, t.Context()
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-s.started
		<-s.started
		cancel()
	}()
	tally, err := Run(ctx, opts)
	if !errors.Is(err, context.Canceled) || tally.Executed != s.all() || tally.Executed == tally.Attempts {
		t.Errorf("%+v, %d executions, %v", tally, s.all(), err)
	}
}

func TestInterruptedTwiceStopsWhatRuns(t *testing.T) {
	s := newScripted()
	s.started = make(chan string, 9)
	opts := options(t, s, []string{text("hang"), text("b")})
	ctx, cancel := context.WithCancel(t.Context())
	finish, stop := context.WithCancel(t.Context())
	opts.Workers, opts.Finish = 1, finish
	go func() {
		<-s.started
		cancel()
		stop()
	}()
	if tally, err := Run(ctx, opts); !errors.Is(err, context.Canceled) || tally.Executed != 0 {
		t.Errorf("%+v, %v", tally, err)
	}
}

func TestTroublesInARowStopTheRun(t *testing.T) {
	s := newScripted()
	opts := options(t, s, []string{text("lost 1"), text("a"), text("lost 2"), text("lost 3"), text("b"), text("c")})
	opts.Workers, opts.FailFast = 1, 2
	tally, err := Run(t.Context(), opts)
	var troubles *TroublesError
	if !errors.As(err, &troubles) || troubles.InARow != 2 || s.ran[text("b")] != 0 {
		t.Errorf("%+v, %v, ran %v", tally, err, s.ran)
	}
	s.healed = true
	if rest := mustRun(t, opts); rest.Done+rest.Executed != rest.Attempts || rest.Troubles != 0 {
		t.Errorf("first %+v, then %+v", tally, rest)
	}
}
