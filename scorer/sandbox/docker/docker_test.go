package docker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/moby/moby/client"

	"podium/data"
	"podium/schemas"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/sandboxtest"
)

// open skips where the engine cannot be had, and says why.
func open(t testing.TB, o Options) *Sandbox {
	t.Helper()
	api, err := client.New(client.FromEnv)
	if err != nil {
		t.Fatal(err)
	}
	defer api.Close()
	if _, err := api.Ping(context.Background(), client.PingOptions{}); err != nil {
		t.Skipf("no docker engine answers: %v", err)
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

// small is the environment "py", or a skip.
func small(t testing.TB, s *Sandbox) sandbox.Environment {
	t.Helper()
	envs, err := data.Environments(data.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	env := sandbox.Environment{Name: "py", Image: envs["py"].Image}
	if _, err := s.Check(context.Background(), []sandbox.Environment{env}); err != nil {
		t.Skip(err)
	}
	return env
}

func TestConformance(t *testing.T) {
	s := open(t, Options{Init: sandboxtest.Init(t), Scratch: t.TempDir()})
	sandboxtest.Suite(t, sandboxtest.Subject{
		Sandbox: s, Environment: small(t, s),
		Leftovers: func() ([]string, error) { return leftovers(s) },
	})
}

// leftovers are this run's job folders and containers.
func leftovers(s *Sandbox) ([]string, error) {
	left, err := filepath.Glob(filepath.Join(s.scratch.Dir(), "job-*"))
	if err != nil {
		return nil, err
	}
	list, err := s.api.ContainerList(context.Background(), client.ContainerListOptions{
		All: true, Filters: make(client.Filters).Add("label", RunLabel+"="+s.scratch.Run),
	})
	for _, c := range list.Items {
		left = append(left, "container "+c.ID)
	}
	return left, err
}

func TestMissingImages(t *testing.T) {
	s := open(t, Options{Init: sandboxtest.Init(t), Scratch: t.TempDir()})
	env := small(t, s)
	images, err := s.Check(t.Context(), []sandbox.Environment{env})
	if err != nil || len(images) != 1 || len(images[0].Layers) != 1 {
		t.Errorf("Check(%v) = %v, %v; want one image of one layer", env, images, err)
	}
	_, err = s.Check(t.Context(), []sandbox.Environment{{Name: "one", Image: "podium/none:1"}, env, {Name: "two", Image: "podium/none:2"}})
	var missing *sandbox.MissingError
	if !errors.As(err, &missing) || len(missing.Images) != 2 || missing.Images[1].Reference != "podium/none:2" {
		t.Errorf("want both missing images named, got %v", err)
	}

	env.Image = "podium/none:1"
	_, err = s.Run(t.Context(), sandbox.Job{Name: "image gone", Environment: env, Tree: sandboxtest.Tree(t), Mode: schemas.ModeBash})
	var trouble *schemas.Trouble
	if !errors.As(err, &trouble) || trouble.Kind != schemas.ImageMissing {
		t.Errorf("a job without its image: want %s, got %v", schemas.ImageMissing, err)
	}
}

func TestCrash(t *testing.T) {
	init := sandboxtest.Init(t)
	base := sandboxtest.Crash(t, init, func(init, scratch string) sandboxtest.Subject {
		s := open(t, Options{Init: init, Scratch: scratch})
		return sandboxtest.Subject{Sandbox: s, Environment: small(t, s)}
	})
	s := open(t, Options{Init: init, Scratch: base})
	runs, err := os.ReadDir(base)
	if err != nil || len(runs) != 1 || runs[0].Name() != s.scratch.Run {
		t.Errorf("scratch has %v, %v, want the live run %s alone", runs, err, s.scratch.Run)
	}
	list, err := s.api.ContainerList(t.Context(), client.ContainerListOptions{
		All: true, Filters: make(client.Filters).Add("label", ScratchLabel+"="+s.where),
	})
	if err != nil || len(list.Items) > 0 {
		t.Errorf("containers left over: %v, %v", list.Items, err)
	}
}

func TestDyingInit(t *testing.T) {
	sandboxtest.Dying(t, func(t *testing.T, init string) sandboxtest.Subject {
		s := open(t, Options{Init: init, Scratch: t.TempDir()})
		return sandboxtest.Subject{Sandbox: s, Environment: small(t, s)}
	})
}
