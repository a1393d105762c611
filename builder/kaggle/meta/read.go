package meta

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"podium/builder/kaggle/leaderboard"
)

// Origin names this source in a release.
const Origin = "meta-kaggle"

// Options say what to read.
type Options struct {
	Dir          string
	Competitions []string // ids as in Kaggle's addresses
	Public       bool     // public boards too
	// Progress is told of a table that is begun, with its size, and of bytes read;
	// nil is nobody.
	Progress func(table string, size int64) func(n int)
}

// Competition is what Meta Kaggle says of one competition.
type Competition struct {
	ID       int64
	Slug     string
	Title    string
	Segment  string // Featured, Research, …
	Metric   string
	Deadline time.Time // UTC
	Teams    int64     // as Kaggle counts them
	Tags     []string
	// HigherBetter is nil where the edition does not say.
	HigherBetter *bool

	Private *Standing
	Public  *Standing // nil unless asked for
}

// Standing is one board: as a leaderboard, and what only Meta Kaggle knows of it.
type Standing struct {
	Board *leaderboard.Board
	// Medals are what Kaggle awarded, by row of the board: 1 gold, 2 silver, 3
	// bronze, 0 none. Nil where the edition has no such column.
	Medals []int8
	// WithHosts is the board with the hosts' benchmark rows at their places, as
	// upstream's boards have it; nil when there are none.
	WithHosts *leaderboard.Board
	Left      Left
}

// Left counts the teams that are on no board, by why.
type Left struct {
	Hosts      int // benchmark rows
	NoEntry    int // handed in nothing that counts
	NoRank     int // have a score and no rank: taken off the board
	NoScore    int // their submission has none
	Unknown    int // their submission is not in Submissions
	OtherTeams int // their submission is another team's
}

// Read reads the tables and returns the competitions it finds, by slug.
func Read(ctx context.Context, o Options) (map[string]*Competition, error) {
	r := &reader{Options: o, byID: map[int64]*Competition{}, found: map[string]*Competition{}}
	for _, step := range []func(context.Context) error{r.competitions, r.directions, r.tags, r.teams, r.submissions} {
		if err := step(ctx); err != nil {
			return nil, fmt.Errorf("meta kaggle: %w", err)
		}
	}
	for _, c := range r.found {
		r.rank(c)
	}
	return r.found, nil
}

// reader holds what the tables gave so far.
type reader struct {
	Options
	found      map[string]*Competition
	byID       map[int64]*Competition
	algorithms map[int64][]*Competition // editions that keep the direction in a table of its own
	standing   []team
	hasMedals  bool
	entries    map[int64]int32 // submission to its place in wanted
	wanted     []entry
}

// table reads one table.
func (r *reader) table(ctx context.Context, name string, columns []column, f func(line int, row []string) error) (err error) {
	var read func(int)
	s, err := open(r.Dir, name, func(n int) {
		if read != nil {
			read(n)
		}
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if r.Progress != nil {
		read = r.Progress(name, s.size)
	}
	return each(ctx, s, columns, f)
}

// optional makes a table that is not there no error.
func optional(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
