package sandbox_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

func TestEnviron(t *testing.T) {
	env := sandbox.Environment{Env: []string{"TZ=Asia/Tokyo", "A=b=c", "EMPTY="}}.Environ(sandbox.Limits{CPUs: 1.5})
	if !slices.IsSorted(env) {
		t.Errorf("not sorted: %q", env)
	}
	for _, want := range []string{"TZ=Asia/Tokyo", "A=b=c", "EMPTY=", "HOME=/tmp", "PYTHONHASHSEED=0", "OMP_NUM_THREADS=2"} {
		if !slices.Contains(env, want) {
			t.Errorf("%q without %q", env, want)
		}
	}
	if slices.Contains(env, "TZ=UTC") {
		t.Errorf("%q has a value and its replacement", env)
	}
}

func TestDefaults(t *testing.T) {
	got := sandbox.Limits{Time: time.Second, Memory: -1}.WithDefaults()
	want := sandbox.DefaultLimits
	want.Time = time.Second
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestValidate(t *testing.T) {
	good := sandbox.Job{Name: "j", Mode: schemas.ModeBash, Tree: "/tree"}
	for _, dir := range []string{"", ".", "a", "a b/c"} {
		good.Dir = dir
		if err := good.Validate(); err != nil {
			t.Errorf("folder %q: %v", dir, err)
		}
	}
	for _, dir := range []string{"..", "/etc", "a/../b", "a//b", "a/", "./a"} {
		bad := good
		if bad.Dir = dir; bad.Validate() == nil {
			t.Errorf("folder %q is taken", dir)
		}
	}
	bad := good
	if bad.Mode = "perl"; bad.Validate() == nil {
		t.Error("mode perl is taken")
	}
}

// Most programs of a system want a loader: no sandbox could start them anywhere.
func TestInit(t *testing.T) {
	for file, want := range map[string]string{
		"/bin/sh": "not linked statically", "/etc/passwd": "the sandbox's init", "/no/such": "no such file",
	} {
		if _, err := sandbox.Init(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Init(%s): %v, want %q", file, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	missing := &sandbox.MissingError{Images: []sandbox.Missing{{"a", "x/a:1", "make a"}, {"b", "x/b:1", "make b"}}}
	for _, want := range []string{"2 image(s)", "x/a:1 (environment a): make a", "x/b:1"} {
		if !strings.Contains(missing.Error(), want) {
			t.Errorf("%q without %q", missing, want)
		}
	}
	var err error = &sandbox.WeakError{Engine: "local", Limits: []string{"memory", "cpus"}, Help: "run as root"}
	if !errors.As(err, new(*sandbox.WeakError)) || !strings.Contains(err.Error(), "memory, cpus (run as root)") {
		t.Errorf("got %q", err)
	}
}
