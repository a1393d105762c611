package run

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"podium/internal/store"
	"podium/schemas"
	"podium/scorer/sandbox"
)

// place is where a sample's attempts run.
type place struct {
	environment sandbox.Environment
	image       sandbox.Image
	tree        string // folder on this host
	dir         string // working directory below it
}

// places finds the place of each sample, looking everything up once, and gathers
// what is missing so that all of it can be told at once.
type places struct {
	opts    *Options
	rooms   map[string]room   // by environment
	grounds map[string]ground // by commit
	images  []sandbox.Image
	missing []sandbox.Missing
	sources []string // of missing commits
}

type room struct {
	environment sandbox.Environment
	image       sandbox.Image
	skip        string
}

type ground struct {
	tree string
	dirs map[string]bool // of the tracked files
	skip string
}

func newPlaces(opts *Options) *places {
	return &places{opts: opts, rooms: make(map[string]room), grounds: make(map[string]ground)}
}

// find returns the place of a sample, or the reason why it has none.
func (p *places) find(ctx context.Context, s *schemas.Sample, repository, environment string) (place, string, error) {
	if p.opts.Environment != "" {
		environment = p.opts.Environment
	}
	if environment == "" {
		return place{}, SkipNoEnvironment, nil
	}
	r, err := p.room(ctx, environment)
	if err != nil {
		return place{}, "", fmt.Errorf("sample %d/%d: %w", s.GithubID, s.ID, err)
	}
	// The source is looked for even when the image is missing: all is told at once.
	g, err := p.ground(ctx, s.Commit, repository)
	if err != nil {
		return place{}, "", fmt.Errorf("sample %d/%d: %w", s.GithubID, s.ID, err)
	}
	switch {
	case r.skip != "":
		return place{}, r.skip, nil
	case g.skip != "":
		return place{}, g.skip, nil
	}
	dir, ok := workingDirectory(s.Path)
	if !ok || !g.dirs[dir] {
		return place{}, SkipNoDirectory, nil
	}
	return place{r.environment, r.image, g.tree, dir}, "", nil
}

func (p *places) room(ctx context.Context, name string) (room, error) {
	if r, ok := p.rooms[name]; ok {
		return r, nil
	}
	env, ok := p.opts.Environments[name]
	if !ok {
		return room{}, fmt.Errorf("environment %q is not in the catalogue", name)
	}
	r := room{environment: env}
	images, err := p.opts.Sandbox.Check(ctx, []sandbox.Environment{env})
	var missing *sandbox.MissingError
	switch {
	case errors.As(err, &missing):
		r.skip = SkipImageMissing
		p.missing = append(p.missing, missing.Images...)
	case err != nil:
		return room{}, fmt.Errorf("environment %q: %w", name, err)
	case len(images) != 1:
		return room{}, fmt.Errorf("environment %q: the engine names %d images, want 1", name, len(images))
	default:
		r.image = images[0]
		p.images = append(p.images, r.image)
	}
	p.rooms[name] = r
	return r, nil
}

func (p *places) ground(ctx context.Context, commit, repository string) (ground, error) {
	if g, ok := p.grounds[commit]; ok {
		return g, nil
	}
	var g ground
	c, err := p.opts.Trees.Commit(commit)
	switch {
	case errors.Is(err, store.ErrMissing):
		g.skip = SkipSourceMissing
		p.sources = append(p.sources, fmt.Sprintf("commit %s of %s: builder fetch --repo %[2]s", commit, repository))
	case err != nil:
		return ground{}, err
	default:
		g.dirs = folders(&c)
		if g.tree, err = p.opts.Trees.Checkout(ctx, commit); err != nil {
			return ground{}, err
		}
	}
	p.grounds[commit] = g
	return g, nil
}

// SourcesError names every commit that is not in the store.
type SourcesError struct{ Sources []string }

func (e *SourcesError) Error() string {
	return fmt.Sprintf("%d source(s) missing in the store:\n  %s", len(e.Sources), strings.Join(e.Sources, "\n  "))
}

// lacking returns what was missing as one error, or nil.
func (p *places) lacking() error {
	var errs []error
	if len(p.missing) > 0 {
		errs = append(errs, &sandbox.MissingError{Images: p.missing})
	}
	if len(p.sources) > 0 {
		errs = append(errs, &SourcesError{p.sources})
	}
	return errors.Join(errs...)
}

// told lists what was missing for run.json.
func (p *places) told() []string {
	list := slices.Clone(p.sources)
	for _, m := range p.missing {
		list = append(list, fmt.Sprintf("image %s of environment %s: %s", m.Reference, m.Environment, m.Help))
	}
	return list
}

// workingDirectory turns a sample's path, "./sub/dir" or empty, into a clean one
// relative to the repository.
func workingDirectory(p string) (string, bool) {
	// Upstream goes to "./repos/<name>" + path[1:], whatever the first byte is.
	p = strings.TrimPrefix(p, ".")
	dir := path.Clean("./" + strings.TrimPrefix(p, "/"))
	return dir, dir != ".." && !strings.HasPrefix(dir, "../")
}

// folders returns the folders that hold tracked files, "." included.
func folders(c *store.Commit) map[string]bool {
	dirs := map[string]bool{".": true}
	for _, f := range c.Files {
		for dir := path.Dir(f.Path); !dirs[dir]; dir = path.Dir(dir) {
			dirs[dir] = true
		}
	}
	return dirs
}
