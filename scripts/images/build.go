package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/moby/moby/client"

	"podium/data"
	"podium/scorer/sandbox/docker"
)

// epoch is the time stamp of every file: two builds from the same packages have
// the same layer digest.
const epoch = "1700000000"

func build(ctx context.Context, engine client.APIClient, envs []data.Environment, log io.Writer) error {
	for _, env := range envs {
		state, err := docker.StateOf(ctx, engine, env)
		if err != nil {
			return err
		}
		if state == docker.Present {
			fmt.Fprintf(log, "%s: %s is there\n", env.Name, env.Image)
			continue
		}
		start := time.Now()
		fmt.Fprintf(log, "%s: making %s (%s)\n", env.Name, env.Image, state)
		if err := buildOne(ctx, engine, env, log); err != nil {
			return fmt.Errorf("environment %s: %w", env.Name, err)
		}
		fmt.Fprintf(log, "%s: made in %.0f s\n", env.Name, time.Since(start).Seconds())
	}
	return nil
}

func buildOne(ctx context.Context, engine client.APIClient, env data.Environment, log io.Writer) error {
	if env.Build.Suite == "" {
		return fmt.Errorf("the catalogue does not say how to build %s", env.Image)
	}
	dir, err := os.MkdirTemp("", "podium-image-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root := filepath.Join(dir, "root.tar")
	if err := bootstrap(ctx, env.Build, root, log); err != nil {
		return err
	}
	return importImage(ctx, engine, env, root)
}

// bootstrap writes the root file system of b to the tar file root.
func bootstrap(ctx context.Context, b data.Build, root string, log io.Writer) error {
	cmd := exec.CommandContext(ctx, "mmdebstrap", arguments(b, root, os.Getenv("PODIUM_MIRROR"))...)
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+epoch)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("mmdebstrap is not installed; run scripts/setup")
	case err != nil:
		_, _ = log.Write(said.Bytes())
		return fmt.Errorf("mmdebstrap: %w", err)
	}
	return nil
}

// arguments are mmdebstrap's. What no program reads is left out: translations,
// manuals, documentation but for the licences.
func arguments(b data.Build, root, mirror string) []string {
	args := []string{
		"--quiet", "--variant=" + b.Variant, "--include=" + strings.Join(b.Packages, ","),
		`--aptopt=Acquire::Languages "none"`, `--aptopt=APT::Install-Recommends "false"`,
		"--dpkgopt=path-exclude=/usr/share/man/*", "--dpkgopt=path-exclude=/usr/share/locale/*",
		"--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-include=/usr/share/doc/*/copyright",
		// Debian has no "python", and every output says it.
		`--customize-hook=test -e "$1/usr/bin/python" || ln -s python3 "$1/usr/bin/python"`,
		b.Suite, root,
	}
	if mirror != "" {
		args = append(args, mirror)
	}
	return args
}

func importImage(ctx context.Context, engine client.APIClient, env data.Environment, root string) error {
	tar, err := os.Open(root)
	if err != nil {
		return err
	}
	defer tar.Close()
	source := client.ImageImportSource{Source: tar, SourceName: "-"}
	answer, err := engine.ImageImport(ctx, source, env.Image, client.ImageImportOptions{
		Message: "environment " + env.Name,
		Changes: []string{
			"ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
			"LABEL " + docker.EnvironmentLabel + "=" + env.Build.Digest(),
			"USER 65534:65534",
		},
	})
	if err != nil {
		return err
	}
	defer answer.Close()
	// The engine answers 200 first and tells a failure in the stream.
	for d := json.NewDecoder(answer); ; {
		var line struct {
			Error string `json:"error"`
		}
		switch err := d.Decode(&line); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case line.Error != "":
			return fmt.Errorf("import: %s", line.Error)
		}
	}
}
