package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"podium/internal/journal"
	"podium/schemas"
	"podium/scorer/sandbox"
)

// UnnamedImagesError says that nothing of other runs can be re-used: what is in
// some of the images is not known, so that equal keys do not mean equal facts.
type UnnamedImagesError struct {
	Images []sandbox.Image // without layer digests
}

func (e *UnnamedImagesError) Error() string {
	var b strings.Builder
	b.WriteString("--reuse needs images that are named by their content; these have no layer digests:")
	for _, i := range e.Images {
		reference := i.Reference
		if reference == "" {
			reference = "this host's own /usr"
		}
		fmt.Fprintf(&b, "\n  %s (environment %s)", reference, i.Environment)
	}
	return b.String()
}

// reuse appends to j the attempts of other runs that this run needs and has not
// finished, adds them to finished and returns how many there were. What met
// infrastructure trouble is never re-used. The other runs may be under way.
func (p *planner) reuse(j *journal.Journal, finished map[string]bool) (n int, err error) {
	if len(p.opts.Reuse) == 0 {
		return 0, nil
	}
	var unnamed UnnamedImagesError
	for _, i := range p.places.images {
		if len(i.Layers) == 0 {
			unnamed.Images = append(unnamed.Images, i)
		}
	}
	if len(unnamed.Images) > 0 {
		return 0, &unnamed
	}
	wanted := make(map[string]bool)
	for c, err := range readChecks(p.opts.Dir) {
		if err != nil {
			return 0, err
		}
		for _, o := range c.Outputs {
			for _, e := range o.Executions {
				wanted[e.Key] = e.Key != "" && !finished[e.Key]
			}
		}
	}
	for _, dir := range p.opts.Reuse {
		if err := reuseOf(dir, func(a schemas.Attempt) error {
			if a.Facts == nil || !wanted[a.Key] {
				return nil
			}
			wanted[a.Key] = false
			a.Reused = dir
			if err := j.Append(a); err != nil {
				return err
			}
			finished[a.Key] = true
			n++
			return nil
		}); err != nil {
			return n, err
		}
	}
	return n, nil
}

// reuseOf hands every attempt of the run in dir to seen.
func reuseOf(dir string, seen func(schemas.Attempt) error) error {
	path := filepath.Join(dir, attemptsFile)
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil // it executed nothing
	}
	if err != nil {
		return fmt.Errorf("--reuse: %w", err)
	}
	defer f.Close()
	if _, err := ReadJournal(f, seen); err != nil {
		return fmt.Errorf("--reuse: %s: %w", path, err)
	}
	return nil
}
