package kaggle

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"podium/builder/kaggle/api"
	"podium/builder/kaggle/leaderboard"
	"podium/data"
	"podium/internal/atomicfile"
)

// APIOrigin names Kaggle's API in a release.
const APIOrigin = "kaggle-api"

// FromAPI asks Kaggle for the competitions and saves what it says below dir in
// the form that FromFolder reads. A competition that is there already is not
// asked for again, so the next run goes on where one stopped. What Kaggle refuses
// for one competition is in failed, by its id; what it would refuse for all, such
// as a bad token, ends the run. done is told of each competition.
func FromAPI(ctx context.Context, c *api.Client, dir string, ids []string, o Options, done func(id string)) (failed map[string]error, err error) {
	failed = map[string]error{}
	for _, id := range ids {
		err := save(ctx, c, filepath.Join(dir, id), id, o)
		var e *api.Error
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return failed, ctx.Err()
		case errors.As(err, &e) && (e.Kind == api.Unauthorised || e.Kind == api.RateLimited || e.Kind == api.Unavailable):
			return failed, err
		case errors.As(err, &e), errors.As(err, new(*leaderboard.Refusal)):
			failed[id] = err
		default:
			return failed, err
		}
		done(id)
	}
	return failed, nil
}

// save asks for one competition. Facts are written after the private board, the
// public one last: where the last file that is wanted is, the rest is.
func save(ctx context.Context, c *api.Client, dir, id string, o Options) error {
	last := factsFile
	if o.Public {
		last = publicFile // an earlier run without --public has the rest
	}
	if _, err := os.Stat(filepath.Join(dir, last)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	v, err := c.Competition(ctx, id)
	if err != nil {
		return err
	}
	private, public, err := boards(ctx, c, id, v.Deadline, o.Public)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	facts, err := json.MarshalIndent(Facts{
		Origin: APIOrigin, ID: v.ID, Title: v.Title, Category: v.Category, Metric: v.Metric,
		Deadline: v.Deadline.UTC(), Teams: v.Teams, Tags: v.TagNames(),
	}, "", "  ")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name   string
		scores []string
	}{{privateFile, private}, {factsFile, nil}, {publicFile, public}} {
		name := filepath.Join(dir, f.name)
		switch {
		case f.name == factsFile:
			err = atomicfile.WriteBytes(name, 0o644, append(facts, '\n'))
		case f.scores != nil:
			err = atomicfile.Write(name, 0o644, func(w io.Writer) error { return writeScores(w, f.scores) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// boards asks for the private board and, where it is wanted or in doubt, for the
// public one. Kaggle answers with the public board until the private one is
// released and does not say so: the two being the same tells.
func boards(ctx context.Context, c *api.Client, id string, deadline time.Time, wantPublic bool) (private, public []string, err error) {
	private, err = collect(id, c.Leaderboard(ctx, id, false), 0)
	if err != nil {
		return nil, nil, err
	}
	enough := doubtRows
	if wantPublic {
		enough = 0
	}
	public, err = collect(id, c.Leaderboard(ctx, id, true), enough)
	if err != nil {
		return nil, nil, err
	}
	same := len(public) > 0 && slices.Equal(public, private[:min(len(public), len(private))])
	released := deadline.Before(time.Now()) && !same
	switch {
	case len(private) == 0:
		return nil, nil, &leaderboard.Refusal{Name: id, Reason: leaderboard.Empty, Detail: "Kaggle shows no scores"}
	case !released && !wantPublic:
		return nil, nil, &leaderboard.Refusal{Name: id, Reason: leaderboard.Public,
			Detail: "Kaggle shows the same as its public board, or the competition is not over; --public takes it, marked as such"}
	case !released:
		return nil, public, nil
	case !wantPublic:
		return private, nil, nil
	}
	return private, public, nil
}

// doubtRows is how many rows of the public board are compared with the private
// one; so many are never the same by chance.
const doubtRows = 100

// collect reads the printed scores, at most enough of them when that is not 0.
// Teams without a score stand at the end of a board and are no part of it.
func collect(id string, rows iter.Seq2[api.Entry, error], enough int) ([]string, error) {
	scores := []string{}
	for e, err := range rows {
		if err != nil {
			return nil, err
		}
		if e.Score == "" {
			continue
		}
		if _, err := leaderboard.NewScore(e.Score); err != nil {
			return nil, &leaderboard.Refusal{Name: id, Reason: leaderboard.BadScore, Detail: fmt.Sprintf("%.40q", e.Score)}
		}
		scores = append(scores, e.Score)
		if len(scores) == enough && enough > 0 {
			break
		}
	}
	return scores, nil
}

// writeScores writes a board in the form that is read back: no teams, no dates.
func writeScores(w io.Writer, scores []string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "rank,score")
	for i, s := range scores {
		fmt.Fprintf(b, "%d,%s\n", i+1, s)
	}
	return b.Flush()
}

// Saved reads back what FromAPI saved, with what it could not get.
func Saved(dir string, ids []string, failed map[string]error) (map[string]*Input, error) {
	inputs, _, err := FromFolder(dir, ids)
	if err != nil {
		return nil, err
	}
	for id, err := range failed {
		inputs[id] = &Input{Err: err}
	}
	for _, in := range inputs {
		for _, b := range in.Boards {
			// The file is ours; what Kaggle sent has no digest that would last.
			b.Source = leaderboard.Source{Origin: b.Source.Origin}
			if b.Kind == "" {
				b.Kind = data.BoardPrivate
			}
		}
	}
	return inputs, nil
}
