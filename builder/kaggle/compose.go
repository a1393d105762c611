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
		in := inputs[comp.ID]
		if in == nil {
			in = &Input{}
		}
		notes := res.compose(c, comp, in, o)
		for i := range notes {
			notes[i].Competition = comp.ID
		}
		res.Notes = append(res.Notes, notes...)
	}
	res.keepOthers(o.Before)
	return res, nil
}

// compose adds one competition.
func (res *Result) compose(c *Catalogue, comp data.Competition, in *Input, o Options) []Note {
	known := c.known(comp.ID)
	row := base(comp, known)
	before := o.Before.keep(&row)
	notes := slices.Clone(in.Notes)
	if in.Facts != nil {
		notes = append(notes, state(&row, *in.Facts)...)
	}
	boards, told, refused := checked(in, leaderboard.Expect{Direction: comp.Direction, Known: known, Teams: teams(in.Facts), Public: o.Public})
	notes = append(notes, told...)
	// Of what was there before, a board of the same kind is replaced.
	kept := slices.DeleteFunc(before, func(s schemas.Standing) bool {
		return slices.ContainsFunc(boards, func(b *leaderboard.Board) bool { return b.Kind == s.Board })
	})
	if len(boards) > 0 {
		more, err := res.add(&row, comp, known, boards, kept, in)
		notes = append(notes, more...)
		if err != nil {
			refused = append(refused, err)
		}
	}
	for _, err := range refused {
		notes = append(notes, Note{Kind: NoteRefused, Text: strings.TrimPrefix(err.Error(), comp.ID+": ")})
	}
	res.Refused = append(res.Refused, refused...)
	res.Standings = append(res.Standings, kept...)
	res.Competitions = append(res.Competitions, row)
	return notes
}

// checked returns the boards of an input that can be right, what is to be told
// of them, and why the others were refused.
func checked(in *Input, e leaderboard.Expect) (boards []*leaderboard.Board, notes []Note, refused []error) {
	if in.Err != nil {
		refused = append(refused, in.Err)
	}
	for _, b := range in.Boards {
		told, err := b.Check(e)
		for _, t := range told {
			notes = append(notes, Note{Kind: NoteUpstream, Text: t})
		}
		if err != nil {
			refused = append(refused, err)
			continue
		}
		boards = append(boards, b)
	}
	return boards, notes, refused
}

func teams(f *Facts) int {
	if f == nil {
		return 0
	}
	return int(f.Teams)
}

// add puts checked boards into the result, and the facts of the one that medals
// follow into the row. Where a private board was there before and only a public
// one is new, medals go on following the private one.
func (res *Result) add(row *schemas.Competition, comp data.Competition, known *data.Leaderboard, boards []*leaderboard.Board, kept []schemas.Standing, in *Input) ([]Note, error) {
	main := followed(boards)
	private := func(s schemas.Standing) bool { return s.Board == data.BoardPrivate }
	if main.Kind == data.BoardPublic && slices.ContainsFunc(kept, private) {
		main = nil
	}
	var notes []Note
	for _, b := range boards {
		t, err := thresholds(b, comp.Direction)
		if err != nil {
			return notes, err
		}
		if b == main {
			upstreams := known != nil && b.Digest() == known.Scores
			t.Origin = origin(b, upstreams)
			if note, err := compareFacts(comp, t, upstreams); err != nil {
				return notes, err
			} else if note != nil {
				notes = append(notes, *note)
			}
			setBoard(row, t.Board)
			setSource(row, b)
			if in.Compare != nil && b.Kind == data.BoardPrivate {
				notes = append(notes, in.Compare(t)...)
			}
		}
		res.Standings = append(res.Standings, standings(b, t)...)
	}
	return notes, nil
}

// compareFacts compares thresholds with the catalogue's: those of upstream's own
// board must be equal.
func compareFacts(comp data.Competition, t Thresholds, upstreams bool) (*Note, error) {
	facts := grade.CatalogueBoard(comp)
	if facts == nil {
		return nil, nil
	}
	switch d := t.Differences(facts, "here", "in the catalogue"); {
	case d == "":
		return nil, nil
	case upstreams:
		return nil, fmt.Errorf("%s: the catalogue's thresholds are not those of upstream's board: %s", comp.ID, d)
	default:
		return &Note{Kind: NoteThresholds, Text: d}, nil
	}
}

// origin tells where a board is from.
func origin(b *leaderboard.Board, upstreams bool) string {
	if upstreams {
		return "upstream's board, " + b.Source.Origin
	}
	return b.Source.Origin
}

// keepOthers takes over what a release has of competitions that are not in the
// catalogue.
func (res *Result) keepOthers(before *Rows) {
	if before == nil {
		return
	}
	ours := map[string]bool{}
	for _, c := range res.Competitions {
		ours[c.ID] = true
	}
	for _, c := range before.Competitions {
		if !ours[c.ID] {
			res.Competitions = append(res.Competitions, c)
		}
	}
	for _, s := range before.Standings {
		if !ours[s.Competition] {
			res.Standings = append(res.Standings, s)
		}
	}
}
