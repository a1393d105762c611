package sandboxtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// Subject is the engine under test.
type Subject struct {
	Sandbox     sandbox.Sandbox
	Environment sandbox.Environment // has bash and python
	// Leftovers lists what the engine still holds on the host: containers,
	// control groups, mounts.
	Leftovers func() ([]string, error)
}

// Suite runs all of it.
func Suite(t *testing.T, s Subject) {
	tree := Tree(t)
	x := &suite{s, tree, digest(t, tree)}
	for _, group := range []struct {
		name   string
		checks []check
	}{
		{"ends", ends()},
		{"output", outputs()},
		{"limits", limits()},
		{"isolation", isolation(t)},
		{"init", initChecks()},
		{"sources", sources()},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.checks {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					x.run(t, c)
				})
			}
		})
	}
	t.Run("tree", x.treeUnchanged)
	t.Run("environment", x.environment)
	t.Run("apart", x.apart)
	t.Run("cancel", x.cancel)
	t.Run("fault", x.faults)
	t.Run("leftovers", func(t *testing.T) { x.clean(t) })
}

type suite struct {
	Subject
	tree  string
	fresh string // the tree's digest before anything ran
}

// check is one attempt and what must be seen of it.
type check struct {
	name   string
	mode   string // bash when empty
	dir    string
	text   string
	limits sandbox.Limits
	want   func(schemas.Facts) error
}

// patience is how long past its deadline an attempt may take on a busy machine.
const patience = 20 * time.Second

func (x *suite) job(c check) sandbox.Job {
	if c.mode == "" {
		c.mode = schemas.ModeBash
	}
	if c.limits.Time == 0 {
		c.limits.Time = 30 * time.Second
	}
	if c.limits.Memory == 0 {
		c.limits.Memory = 512 << 20
	}
	return sandbox.Job{Name: "suite " + c.name, Environment: x.Environment, Tree: x.tree, Dir: c.dir, Mode: c.mode, Text: c.text, Limits: c.limits}
}

func (x *suite) run(t *testing.T, c check) {
	job := x.job(c)
	ctx, cancel := context.WithTimeout(t.Context(), job.Limits.Time+patience)
	defer cancel()
	f, err := x.Sandbox.Run(ctx, job)
	if err != nil {
		t.Fatalf("run: %v", err)
	}
	if err := c.want(f); err != nil {
		t.Errorf("%v\n%s", err, describe(f))
	}
}

// describe shows facts to a person.
func describe(f schemas.Facts) string {
	const most = 2000
	cut := func(b []byte) string { return fmt.Sprintf("%q", b[:min(len(b), most)]) }
	return fmt.Sprintf("end %s code %d signal %q stream %q elapsed %v peak %d touched %v\nstdout %d bytes, %d before the end: %s\nstderr %d bytes: %s",
		f.End, f.Code, f.Signal, f.Stream, f.Elapsed, f.PeakMemory, f.Touched,
		f.Stdout.Bytes, f.Stdout.BytesBeforeEnd, cut(f.Stdout.Head), f.Stderr.Bytes, cut(f.Stderr.Head))
}

// all wants every one of them.
func all(wants ...func(schemas.Facts) error) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		for _, want := range wants {
			if err := want(f); err != nil {
				return err
			}
		}
		return nil
	}
}

func exited(code int) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if f.End != schemas.EndExited || f.Code != code {
			return fmt.Errorf("want exit status %d", code)
		}
		return nil
	}
}

func ended(end string) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if f.End != end {
			return fmt.Errorf("want end %s", end)
		}
		return nil
	}
}

func signalled(name string) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if f.End != schemas.EndSignal || f.Signal != name {
			return fmt.Errorf("want signal %s", name)
		}
		return nil
	}
}

func touched(name string) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if !slices.Contains(f.Touched, name) {
			return fmt.Errorf("want limit %s touched", name)
		}
		return nil
	}
}

func untouched(f schemas.Facts) error {
	if len(f.Touched) > 0 {
		return fmt.Errorf("want no limit touched")
	}
	return nil
}

func printed(text string) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if got := string(f.Stdout.Head); got != text {
			return fmt.Errorf("want stdout %q", text)
		}
		return nil
	}
}

func complained(text string) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if !strings.Contains(string(f.Stderr.Head)+string(f.Stderr.Tail), text) {
			return fmt.Errorf("want %q on stderr", text)
		}
		return nil
	}
}

func within(least, most time.Duration) func(schemas.Facts) error {
	return func(f schemas.Facts) error {
		if f.Elapsed < least || f.Elapsed > most {
			return fmt.Errorf("want %v to %v", least, most)
		}
		return nil
	}
}
