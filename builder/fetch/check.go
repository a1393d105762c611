package fetch

import (
	"context"
	"errors"

	"podium/data"
	"podium/internal/store"
)

// Check reads everything that the store should have of a repository and returns
// what is wrong; none means that it is whole. An error is a failure to look.
func Check(ctx context.Context, st *store.Store, r data.Repository) ([]Note, error) {
	c, err := st.Commit(r.Commit)
	if errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrDamaged) {
		return []Note{{"", err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	var wrong []Note
	for _, f := range c.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !f.Stored {
			continue
		}
		_, err := st.Blob(f.Blob)
		switch {
		case errors.Is(err, store.ErrMissing), errors.Is(err, store.ErrDamaged):
			wrong = append(wrong, Note{f.Path, err.Error()})
		case err != nil:
			return nil, err
		}
	}
	return wrong, nil
}
