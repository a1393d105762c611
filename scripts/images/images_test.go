package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"podium/data"
)

func TestChoose(t *testing.T) {
	all, err := choose(nil)
	if err != nil || len(all) < 2 || !slices.IsSortedFunc(all, func(a, b data.Environment) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("all: %v, %v, want every environment by name", all, err)
	}
	some, err := choose([]string{"py"})
	if err != nil || len(some) != 1 || some[0].Name != "py" {
		t.Errorf("py: %v, %v", some, err)
	}
	if _, err := choose([]string{"py", "pie"}); err == nil || !strings.Contains(err.Error(), `no environment "pie"`) {
		t.Errorf("pie: %v", err)
	}
}

// Every environment of the catalogue can be built: Podium needs no registry.
func TestCatalogue(t *testing.T) {
	envs, err := choose(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, env := range envs {
		if b := env.Build; b.Suite == "" || b.Variant == "" || len(b.Packages) == 0 {
			t.Errorf("environment %s: build is %+v", env.Name, b)
		}
	}
}

func TestArguments(t *testing.T) {
	b := data.Build{Suite: "bookworm", Variant: "minbase", Packages: []string{"bash", "python3-minimal"}}
	got := arguments(b, "root.tar", "")
	if n := len(got); !slices.Contains(got, "--include=bash,python3-minimal") || got[n-2] != "bookworm" || got[n-1] != "root.tar" {
		t.Errorf("got %q", got)
	}
	if got := arguments(b, "root.tar", "file:///mirror"); got[len(got)-1] != "file:///mirror" {
		t.Errorf("with a mirror: got %q", got)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"destroy"}, {"list", "no-such"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
