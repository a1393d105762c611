package kaggle

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"podium/builder/kaggle/leaderboard"
	"podium/data"
	"podium/schemas"
	"podium/scorer/grade"
)

// Catalogue is what the rows start from.
type Catalogue struct {
	Competitions []data.Competition
	Boards       data.Leaderboards
}

// ReadCatalogue reads the competitions and what is known of their boards.
func ReadCatalogue(fsys fs.FS) (*Catalogue, error) {
	competitions, err := data.Competitions(fsys)
	if err != nil {
		return nil, err
	}
	boards, err := data.ReadLeaderboards(fsys)
	return &Catalogue{competitions, boards}, err
}

// known returns upstream's board of a competition, nil when there is none.
func (c *Catalogue) known(id string) *data.Leaderboard {
	i := slices.IndexFunc(c.Boards.Boards, func(b data.Leaderboard) bool { return b.Competition == id })
	if i < 0 {
		return nil
	}
	return &c.Boards.Boards[i]
}

// Options of Compose.
type Options struct {
	Public bool // take public boards too, apart
	// Before is a release whose rows are kept where the source gives none.
	Before *Rows
}

// Rows are the rows of the two configs.
type Rows struct {
	Competitions []schemas.Competition
	Standings    []schemas.Standing
}

// Result is what was composed.
type Result struct {
	Rows
	Notes []Note
	// Refused are the competitions that the source should have given and did not,
	// or whose boards cannot be right. Their rows stay as they were.
	Refused []error
}

// Compose makes one row of every competition of the catalogue, and the rows of
// the boards that inputs (by competition) hold.
func Compose(c *Catalogue, inputs map[string]*Input, o Options) (*Result, error) {
	res := &Result{}
	for _, comp := range c.Competitions {
		row := base(comp, c.known(comp.ID), c.Boards.Origin)
		before := o.Before.keep(&row)
		in := inputs[comp.ID]
		if in == nil {
			in = &Input{}
		}
		notes := slices.Clone(in.Notes)
		if in.Facts != nil {
			notes = append(notes, state(&row, *in.Facts)...)
		}
		var boards []*leaderboard.Board
		refused := []error{in.Err}
		for _, b := range in.Boards {
			told, err := b.Check(leaderboard.Expect{Direction: comp.Direction, Known: c.known(comp.ID), Teams: teams(in.Facts), Public: o.Public})
			for _, t := range told {
				notes = append(notes, Note{Kind: NoteUpstream, Text: t})
			}
			if err != nil {
				refused = append(refused, err)
				continue
			}
			boards = append(boards, b)
		}
		more, err := res.add(&row, comp, c.known(comp.ID), boards, in)
		if err != nil {
			refused = append(refused, err)
		}
		if len(boards) == 0 {
			res.Standings = append(res.Standings, before...)
		}
		notes = append(notes, more...)
		for _, err := range refused {
			if err != nil {
				res.Refused = append(res.Refused, err)
				notes = append(notes, Note{Kind: NoteRefused, Text: strings.TrimPrefix(err.Error(), comp.ID+": ")})
			}
		}
		for i := range notes {
			notes[i].Competition = comp.ID
		}
		res.Notes = append(res.Notes, notes...)
		res.Competitions = append(res.Competitions, row)
	}
	return res, nil
}

func teams(f *Facts) int {
	if f == nil {
		return 0
	}
	return int(f.Teams)
}

// add puts checked boards into the result, and the facts of the one that medals
// follow into the row.
func (res *Result) add(row *schemas.Competition, comp data.Competition, known *data.Leaderboard, boards []*leaderboard.Board, in *Input) ([]Note, error) {
	if len(boards) == 0 {
		return nil, nil
	}
	main := followed(boards)
	t, err := thresholds(main, comp.Direction)
	if err != nil {
		return nil, err
	}
	var notes []Note
	digest := main.Digest()
	upstreams := known != nil && digest == known.Scores
	if comp.Thresholds != nil {
		if d := t.Differences(grade.CatalogueBoard(comp), "here", "in the catalogue"); d != "" && upstreams {
			return nil, fmt.Errorf("%s: the catalogue's thresholds are not those of upstream's board: %s", comp.ID, d)
		} else if d != "" {
			notes = append(notes, Note{Kind: NoteThresholds, Text: d})
		}
	}
	t.Origin = origin(main, upstreams)
	setBoard(row, t.Board)
	row.Board, row.BoardDigest, row.BoardFile = &main.Kind, &digest, nil
	if main.Source.SHA256 != "" {
		row.BoardFile = &main.Source.SHA256
	}
	if in.Compare != nil {
		notes = append(notes, in.Compare(t)...)
	}
	for _, b := range boards {
		own := t
		if b != main {
			if own, err = thresholds(b, comp.Direction); err != nil {
				return nil, err
			}
		}
		res.Standings = append(res.Standings, standings(b, own)...)
	}
	return notes, nil
}

// origin tells where a board is from.
func origin(b *leaderboard.Board, upstreams bool) string {
	s := b.Source.Origin
	if upstreams {
		s = "upstream's board, " + s
	}
	return s
}
