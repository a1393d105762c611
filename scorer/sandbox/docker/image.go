package docker

import (
	"context"
	"fmt"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/moby/moby/client"

	"podium/data"
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
