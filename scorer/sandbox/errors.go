package sandbox

import (
	"fmt"
	"strings"
)

// Missing is an image that is not there.
type Missing struct {
	Environment string
	Reference   string
	Help        string // how to get it
}

// MissingError names every missing image at once.
type MissingError struct{ Images []Missing }

func (e *MissingError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d image(s) missing:", len(e.Images))
	for _, m := range e.Images {
		fmt.Fprintf(&b, "\n  %s (environment %s): %s", m.Reference, m.Environment, m.Help)
	}
	return b.String()
}

// WeakError names limits that the engine cannot enforce here. Without
// --allow-weak nothing runs.
type WeakError struct {
	Engine string
	Limits []string
	Help   string
	// Final: --allow-weak does not help, because the engine could start nothing.
	Final bool
}

func (e *WeakError) Error() string {
	text := fmt.Sprintf("the %s sandbox cannot enforce here: %s (%s)", e.Engine, strings.Join(e.Limits, ", "), e.Help)
	if e.Final {
		return text
	}
	return text + "; --allow-weak goes on without"
}
