package data

import (
	"fmt"
	"io/fs"
)

// Environment is what a repository's code needs to run.
type Environment struct {
	Name  string `yaml:"-"`
	Image string `yaml:"image"` // docker reference; the local engine takes --rootfs or the least of the host's /usr
	Build Build  `yaml:"build"` // how scripts/images makes the image
	// Env is set in the sandbox, NAME: value, on top of the pinned base environment.
	Env map[string]string `yaml:"env,omitempty"`
}

// Build describes an image made from Debian packages.
type Build struct {
	Suite    string   `yaml:"suite"`
	Variant  string   `yaml:"variant"`
	Packages []string `yaml:"packages"`
}

// Environments reads environments/*.yaml by name.
func Environments(fsys fs.FS) (map[string]Environment, error) {
	names, err := Files(fsys, "environments")
	if err != nil {
		return nil, err
	}
	envs := make(map[string]Environment, len(names))
	for _, name := range names {
		e, err := Decode[Environment](fsys, name)
		if err != nil {
			return nil, err
		}
		if e.Image == "" {
			return nil, fmt.Errorf("%s: image is missing", name)
		}
		e.Name = ID(name)
		envs[e.Name] = e
	}
	return envs, nil
}
