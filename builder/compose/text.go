package compose

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"podium/schemas"
)

// text is what the text variant adds to a repository.
type text struct {
	oracles map[string]string // by task
	licence []byte
}

// text reads the sections the answers are read from, and the licence, from the
// store; nothing for the variant without text.
func (b *repository) text(o Options) (text, error) {
	t := text{oracles: map[string]string{}}
	if o.Text != schemas.TextFull {
		return t, nil
	}
	var errs []error
	licences := b.tasks[0].facts.lock.Licences
	for _, l := range licences {
		blob, err := o.Blobs.Blob(l.Blob)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %w", b.Name, l.File, err))
			continue
		}
		if len(licences) > 1 { // otherwise the file is the licence's own bytes
			blob = fmt.Appendf(nil, "=== %s ===\n%s\n", l.File, blob)
		}
		t.licence = append(t.licence, blob...)
	}
	if nonCommercial(b.Licence) && !o.IncludeNonCommercial {
		return t, errors.Join(errs...)
	}
	for _, task := range b.tasks {
		oracle, err := task.facts.oracle(o.Blobs)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", task.File, err))
		}
		t.oracles[task.ID] = oracle
	}
	return t, errors.Join(errs...)
}

// oracle returns the bytes of the task's README section.
func (f *facts) oracle(blobs Blobs) (string, error) {
	blob, err := blobs.Blob(f.document.Blob)
	if err != nil {
		return "", fmt.Errorf("%s: %w", f.document.File, err)
	}
	if f.section.Start < 0 || f.section.End > len(blob) || f.section.Start > f.section.End {
		return "", fmt.Errorf("section %s: bytes %d to %d of %s, which has %d", f.task.Section, f.section.Start, f.section.End, f.document.File, len(blob))
	}
	passage := blob[f.section.Start:f.section.End]
	if !utf8.Valid(passage) {
		return "", fmt.Errorf("section %s of %s is not UTF-8", f.task.Section, f.document.File)
	}
	return string(passage), nil
}

// nonCommercial reports whether an SPDX expression names a Creative Commons
// licence that forbids commercial use.
func nonCommercial(licence string) bool { return strings.Contains(licence, "-NC-") }
