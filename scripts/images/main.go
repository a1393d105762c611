package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/moby/moby/client"

	"podium/data"
	"podium/scorer/sandbox/docker"
)

const usage = "usage: images build|check|list [NAME…]"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "images:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out, log io.Writer) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	envs, err := choose(args[1:])
	if err != nil {
		return err
	}
	engine, err := client.New(client.FromEnv)
	if err != nil {
		return err
	}
	defer engine.Close()
	switch args[0] {
	case "build":
		return build(ctx, engine, envs, log)
	case "check", "list":
		bad, err := list(ctx, engine, envs, out)
		if err == nil && bad > 0 && args[0] == "check" {
			err = fmt.Errorf("%d image(s) not as the catalogue has them; make them: go run ./scripts/images build", bad)
		}
		return err
	}
	return errors.New(usage)
}

// choose returns the named environments, or all that can be built.
func choose(names []string) ([]data.Environment, error) {
	all, err := data.Environments(data.Embedded())
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(all))
	}
	var envs []data.Environment
	for _, name := range names {
		env, ok := all[name]
		if !ok {
			return nil, fmt.Errorf("no environment %q in the catalogue; there are %q", name, slices.Sorted(maps.Keys(all)))
		}
		envs = append(envs, env)
	}
	return envs, nil
}

// list prints a line an image and returns how many are missing or stale.
func list(ctx context.Context, engine client.APIClient, envs []data.Environment, out io.Writer) (bad int, err error) {
	for _, env := range envs {
		state, err := docker.StateOf(ctx, engine, env)
		if err != nil {
			return bad, err
		}
		if state != docker.Present {
			bad++
		}
		fmt.Fprintf(out, "%-12s %-24s %s\n", env.Name, env.Image, state)
	}
	return bad, nil
}
