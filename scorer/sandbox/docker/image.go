package docker

import (
	"context"
	"fmt"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/moby/moby/client"

	"podium/data"
	"podium/scorer/sandbox"
)

// EnvironmentLabel on an image holds data.Build.Digest of the definition that it
// was made from.
const EnvironmentLabel = "podium.environment"

// State of an image against the catalogue.
type State string

const (
	Present State = "present"
	Stale   State = "stale" // made from another definition
	Missing State = "missing"
)

// StateOf compares the engine's image of env with its definition.
func StateOf(ctx context.Context, engine client.ImageAPIClient, env data.Environment) (State, error) {
	found, err := engine.ImageInspect(ctx, env.Image)
	switch {
	case cerrdefs.IsNotFound(err):
		return Missing, nil
	case err != nil:
		return "", fmt.Errorf("inspect image %s: %w", env.Image, err)
	case found.Config == nil || found.Config.Labels[EnvironmentLabel] != env.Build.Digest():
		return Stale, nil
	}
	return Present, nil
}

// States compares the images of envs, in order. It needs an engine, but no root.
func States(ctx context.Context, envs []data.Environment) ([]State, error) {
	api, err := client.New(client.FromEnv)
	if err != nil {
		return nil, err
	}
	defer api.Close()
	states := make([]State, len(envs))
	for i, env := range envs {
		if states[i], err = StateOf(ctx, api, env); err != nil {
			return nil, err
		}
	}
	return states, nil
}

// BuildCommand is how to get the image of an environment.
func BuildCommand(environment string) string { return "go run ./scripts/images build " + environment }

// Check returns the images' layers. See sandbox.Sandbox. Jobs then run in exactly
// those images, also when a tag comes to mean another.
func (s *Sandbox) Check(ctx context.Context, envs []sandbox.Environment) ([]sandbox.Image, error) {
	var images []sandbox.Image
	var missing sandbox.MissingError
	for _, env := range envs {
		found, help, err := s.find(ctx, env)
		switch {
		case err != nil:
			return nil, trouble(ctx, "inspect image "+env.Image, err)
		case help != "":
			missing.Images = append(missing.Images, sandbox.Missing{Environment: env.Name, Reference: env.Image, Help: help})
		default:
			s.pin(env.Image, found.ID)
			images = append(images, sandbox.Image{Environment: env.Name, Reference: env.Image, Layers: found.RootFS.Layers})
		}
	}
	if len(missing.Images) > 0 {
		return nil, &missing
	}
	return images, nil
}

// find looks an environment's image up; help says what to do when it is not there
// or cannot be used.
func (s *Sandbox) find(ctx context.Context, env sandbox.Environment) (found client.ImageInspectResult, help string, err error) {
	if env.Image == "" {
		return found, "the catalogue names no image for it", nil
	}
	found, err = s.api.ImageInspect(ctx, env.Image)
	switch {
	case cerrdefs.IsNotFound(err):
		return found, BuildCommand(env.Name), nil
	case err != nil:
		return found, "", err
	case found.Config != nil && len(found.Config.Volumes) > 0:
		return found, "it declares volumes, which would be writable without bound; make it without", nil
	}
	return found, "", nil
}

func (s *Sandbox) pin(reference, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.images[reference] = id
}

// pinned is the id that Check found for a reference, or the reference.
func (s *Sandbox) pinned(reference string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id, ok := s.images[reference]; ok {
		return id
	}
	return reference
}
