package compose

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"podium/data"
	"podium/schemas"
)

// Blobs gives a source's bytes by git blob id; the store does.
type Blobs interface {
	Blob(id string) ([]byte, error)
}

// Options choose what is composed.
type Options struct {
	// Repositories by short name; all that have tasks when empty.
	Repositories []string
	// Text is schemas.TextNone or schemas.TextFull, which takes the oracle and
	// the licences from Blobs.
	Text  string
	Blobs Blobs
	// IncludeNonCommercial also takes text whose licence forbids commercial use.
	IncludeNonCommercial bool
}

// Result is what a catalogue gives.
type Result struct {
	Catalogue string // digest of the files that were read
	Text      string
	Sources   []schemas.Source
	Samples   map[string][]schemas.Sample // by split, in the order of their keys
	Tasks     []schemas.Task
	Licences  map[string][]byte // by repository; text variant only
	// Without lists repositories that were asked for, or are in the catalogue, and have no tasks yet.
	Without []string
	Summary Summary
	// Competitions are written beside, with the digest of the catalogue files that
	// they are from. Compose leaves them empty: they are no samples.
	Competitions          []schemas.Competition `json:"-"`
	CompetitionsCatalogue string                `json:"-"`
}

// Compose makes the samples and tasks of a catalogue. It fails with all that is
// wrong in it, or with [MissingIDs] when samples have no id yet.
func Compose(ctx context.Context, catalogue fs.FS, o Options) (*Result, error) {
	rec := data.Record(catalogue)
	splits, err := data.Splits(rec)
	if err != nil {
		return nil, err
	}
	repos, err := chosen(rec, o.Repositories)
	if err != nil {
		return nil, err
	}
	res := &Result{Text: o.Text, Samples: map[string][]schemas.Sample{}, Licences: map[string][]byte{}}
	var errs []error
	missing := MissingIDs{}
	for i := range repos {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := readRepository(rec, &repos[i])
		switch {
		case err != nil:
			errs = append(errs, err)
			continue
		case len(b.tasks) == 0:
			res.Without = append(res.Without, repos[i].Name)
			continue
		}
		if n := b.numbered(); n > 0 {
			missing[repos[i].Name] = n
			continue
		}
		if err := res.add(b, splits, o); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 && len(missing) > 0 {
		errs = append(errs, missing)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(res.Tasks) == 0 {
		return nil, fmt.Errorf("the catalogue gives nothing: no tasks for %q", res.Without)
	}
	res.Catalogue = rec.Digest()
	return res, res.checkTrain(splits)
}

// chosen returns the catalogue's repositories, or those named.
func chosen(catalogue fs.FS, names []string) ([]data.Repository, error) {
	repos, err := data.Repositories(catalogue)
	if err != nil || len(names) == 0 {
		return repos, err
	}
	for _, n := range names {
		if !slices.ContainsFunc(repos, func(r data.Repository) bool { return r.Name == n }) {
			return nil, fmt.Errorf("the catalogue has no repository %q", n)
		}
	}
	return slices.DeleteFunc(repos, func(r data.Repository) bool { return !slices.Contains(names, r.Name) }), nil
}

// add appends a repository's samples and tasks.
func (res *Result) add(b *repository, splits []data.Split, o Options) error {
	dealt, err := deal(splits, b.Repository, b.samples)
	if err != nil {
		return err
	}
	text, err := b.text(o)
	if err != nil {
		return err
	}
	for _, s := range splits {
		for _, x := range dealt[s.Name] {
			res.Samples[s.Name] = append(res.Samples[s.Name], x.row(b.Repository, text.oracles[x.task.ID]))
		}
		slices.SortFunc(res.Samples[s.Name], func(x, y schemas.Sample) int { return schemas.SamplesTable().Compare(&x, &y) })
	}
	for _, t := range b.tasks {
		res.Tasks = append(res.Tasks, t.row(b.Repository))
	}
	if text.licence != nil {
		res.Licences[b.Name] = text.licence
	}
	res.Sources = append(res.Sources, schemas.Source{
		Repository: b.Name, GithubID: b.GithubID, Name: b.Owner + "/" + b.Repo, Commit: b.Commit, Licence: b.Licence,
	})
	res.Summary.add(b, dealt)
	return nil
}

// checkTrain reports an instruction of a tested sample that a sample to train on
// has too.
func (res *Result) checkTrain(splits []data.Split) error {
	tested := map[string]*schemas.Sample{}
	var errs []error
	for _, split := range splits {
		for i := range res.Samples[split.Name] {
			s := &res.Samples[split.Name][i]
			text := normalise(s.Instruction)
			switch t := tested[text]; {
			case split.Take == data.TakeTest:
				tested[text] = s
			case split.Take == data.TakeRest && t != nil:
				errs = append(errs, fmt.Errorf("%s of %s (task %s) has the instruction of the tested %s (task %s): %q",
					s.Key(), split.Name, s.TaskID, t.Key(), t.TaskID, s.Instruction))
			}
		}
	}
	return errors.Join(errs...)
}
