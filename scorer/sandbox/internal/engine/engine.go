// Package engine holds what the sandbox engines share: trouble of their own kind
// and buffers that can't be filled without end.
package engine

import (
	"fmt"

	"podium/schemas"
)

// Lost is trouble of kind engine_lost.
func Lost(err error) error {
	return &schemas.Trouble{Kind: schemas.EngineLost, Message: err.Error()}
}

// Tidy adds a failed clean-up to an engine's err: leftovers are its own trouble,
// but never hide the first.
func Tidy(err, cleanup error) error {
	if err != nil || cleanup == nil {
		return err
	}
	return Lost(fmt.Errorf("clean up: %w", cleanup))
}

// Buffer keeps the first Limit bytes written to it and drops the rest.
type Buffer struct {
	Limit int
	kept  []byte
}

// Write takes all of p.
func (b *Buffer) Write(p []byte) (int, error) {
	if room := b.Limit - len(b.kept); room > 0 {
		b.kept = append(b.kept, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

// Bytes are what was kept.
func (b *Buffer) Bytes() []byte { return b.kept }
