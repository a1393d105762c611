package docker

import (
	"context"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/moby/moby/client"

	"podium/schemas"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/sandboxtest"
	"podium/scorer/sandbox/scratch"
)

// The words are those of Docker 20.10 (see the errors a machine without an NVIDIA
// runtime gives).
func TestTrouble(t *testing.T) {
	for text, want := range map[string]string{
		`could not select device driver "" with capabilities: [[gpu]]`:         schemas.GPUUnavailable,
		`nvidia-container-cli: device error: GPU-1: unknown device`:            schemas.GPUUnavailable,
		`Error response from daemon: OCI runtime create failed: no space left`: schemas.EngineLost,
		`unexpected EOF`: schemas.EngineLost,
	} {
		var got *schemas.Trouble
		if err := trouble(t.Context(), "start container", errors.New(text)); !errors.As(err, &got) || got.Kind != want {
			t.Errorf("%q: got %v, want kind %s", text, err, want)
		}
	}
	silent, cancel := context.WithTimeoutCause(t.Context(), 0, errSilent)
	defer cancel()
	var got *schemas.Trouble
	if err := trouble(silent, "start container", silent.Err()); !errors.As(err, &got) || got.Kind != schemas.EngineLost {
		t.Errorf("an engine that does not answer: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := trouble(ctx, "start container", errors.New("broken")); !errors.Is(err, context.Canceled) {
		t.Errorf("an error of a cancelled call: got %v", err)
	}
}

// An engine that fails every call, or is gone, is trouble of its own kind and
// never facts.
func TestEngineLost(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "engine.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/_ping" {
			w.Header().Set("Api-Version", "1.41")
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte(`{"message": "the engine is unwell"}`))
	})}
	go func() { _ = server.Serve(listener) }()

	api, err := client.New(client.WithHost("unix://" + socket))
	if err != nil {
		t.Fatal(err)
	}
	place, err := scratch.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &Sandbox{api: api, scratch: place, init: "/bin/true"}
	defer s.Close()
	if err := scratch.CanMount(place); err != nil {
		t.Skip(err)
	}
	job := sandbox.Job{Name: "lost", Environment: sandbox.Environment{Image: "x:1"}, Tree: sandboxtest.Tree(t), Mode: schemas.ModeBash}
	check := func(when string) {
		t.Helper()
		var got *schemas.Trouble
		if f, err := s.Run(t.Context(), job); !errors.As(err, &got) || got.Kind != schemas.EngineLost {
			t.Errorf("%s: got %+v, %v, want %s", when, f, err, schemas.EngineLost)
		}
		if _, err := s.Check(t.Context(), []sandbox.Environment{job.Environment}); !errors.As(err, &got) || got.Kind != schemas.EngineLost {
			t.Errorf("%s: check: got %v, want %s", when, err, schemas.EngineLost)
		}
	}
	check("500 from the engine")
	server.Close()
	check("no engine")
}
