package run

import (
	"context"
	"io"
	"iter"
	"time"

	"podium/data"
	"podium/internal/store"
	"podium/schemas"
	"podium/scorer/sandbox"
)

// Release is what a run reads of a release.
type Release interface {
	Digest() string
	Samples(split string) iter.Seq2[schemas.Sample, error]
	Tasks() ([]schemas.Task, error) // none for an imported release
}

// Trees gives the tracked files of pinned commits. *store.Store is one.
type Trees interface {
	Commit(hash string) (store.Commit, error)
	Checkout(ctx context.Context, hash string) (dir string, err error)
}

// Options say what is run, where and with what.
type Options struct {
	Dir         string // the run folder
	Release     Release
	ReleasePath string // told in run.json
	Split       string
	Predictions string // path
	Lenient     bool   // drop unusable prediction lines instead of refusing the file

	Repositories []data.Repository
	// Environments are by name, as the engine is to have them.
	Environments map[string]sandbox.Environment
	Environment  string // in place of each repository's own; empty: each its own
	Trees        Trees
	// AllowMissing leaves out the samples whose image or source is missing, instead
	// of refusing to run.
	AllowMissing bool

	Sandbox  sandbox.Sandbox // nil: static only
	GPUs     []GPU           // each is lent to one attempt at a time; empty: no GPU
	Deadline time.Duration   // strict's
	Limits   sandbox.Limits  // Time is set by the deadlines
	Workers  int             // attempts at a time, at least 1
	Reuse    []string        // folders of other runs whose equal attempts are taken
	Log      io.Writer       // for people: progress
	// Finish ends the attempts that run when it is done. The context of Run ends only
	// what has not begun. nil: the context of Run ends both.
	Finish context.Context
	// FailFast gives up after so many attempts in a row that ended in infrastructure
	// trouble; 0: never.
	FailFast int
}
