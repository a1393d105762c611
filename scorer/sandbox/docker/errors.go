package docker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/moby/moby/client"

	"podium/schemas"
	"podium/scorer/sandbox/internal/engine"
)

// errSilent ends a job whose engine answers no more.
var errSilent = errors.New("the engine does not answer")

// trouble turns an error of the engine's into one of ours: the context's when
// that ended, else the kind that a retry or a person needs.
func trouble(ctx context.Context, doing string, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), errSilent):
		return engine.Lost(fmt.Errorf("%s: %w", doing, errSilent))
	case ctx.Err() != nil:
		return ctx.Err()
	}
	kind := schemas.EngineLost
	switch {
	case strings.Contains(err.Error(), "could not select device driver"),
		strings.Contains(err.Error(), "nvidia-container-cli"),
		strings.Contains(err.Error(), "CDI device"):
		kind = schemas.GPUUnavailable
	case cerrdefs.IsNotFound(err) && strings.Contains(strings.ToLower(err.Error()), "no such image"):
		kind = schemas.ImageMissing
	}
	return &schemas.Trouble{Kind: kind, Message: fmt.Sprintf("%s: %v", doing, err)}
}

// remove removes a container, running or not, and sees that it is gone.
func (s *Sandbox) remove(ctx context.Context, id string) error {
	pause := 20 * time.Millisecond
	for {
		_, err := s.api.ContainerRemove(ctx, id, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
		switch {
		case err == nil, cerrdefs.IsNotFound(err):
			return nil
		case !cerrdefs.IsConflict(err): // "removal already in progress" is one
			return fmt.Errorf("remove container: %w", err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("remove container: %w", err)
		case <-time.After(pause):
		}
		pause = min(2*pause, time.Second)
	}
}
