package meta

import (
	"cmp"
	"slices"

	"podium/builder/kaggle/leaderboard"
	"podium/data"
)

// place is a team on a board.
type place struct {
	rank  int64
	team  int64
	medal int8
	score leaderboard.Score
}

// rank makes the boards of a competition.
func (r *reader) rank(c *Competition) {
	c.Private = r.board(c, private)
	if r.Public {
		c.Public = r.board(c, public)
	}
}

func (r *reader) board(c *Competition, kind int) *Standing {
	s := &Standing{}
	var places, hosts []place
	for _, t := range r.standing {
		if t.competition != c {
			continue
		}
		p := place{rank: t.rank[kind], team: t.id, medal: t.medal}
		why := r.score(t, kind, &p.score)
		switch {
		case t.benchmark:
			s.Left.Hosts++
			if why == nil {
				hosts = append(hosts, p)
			}
		case why != nil:
			*why(&s.Left)++
		case p.rank == 0:
			s.Left.NoRank++
		default:
			places = append(places, p)
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.team, b.team)) })
	name := data.BoardPrivate
	if kind == public {
		name = data.BoardPublic
	}
	newBoard := func(places []place) *leaderboard.Board {
		b := &leaderboard.Board{Competition: c.Slug, Kind: name, Source: leaderboard.Source{Origin: Origin}}
		for _, p := range places {
			b.Scores = append(b.Scores, p.score)
		}
		return b
	}
	s.Board = newBoard(places)
	if r.hasMedals && kind == private {
		s.Medals = []int8{}
		for _, p := range places {
			s.Medals = append(s.Medals, p.medal)
		}
	}
	if len(hosts) > 0 && len(places) > 0 {
		s.WithHosts = newBoard(between(places, hosts, c.HigherBetter))
	}
	return s
}

// score finds the score of a team; where it has none, the return value is what
// to count it under.
func (r *reader) score(t team, kind int, score *leaderboard.Score) (why func(*Left) *int) {
	if t.submission[kind] == 0 {
		return func(l *Left) *int { return &l.NoEntry }
	}
	at := r.entries[t.submission[kind]]
	if at < 0 {
		return func(l *Left) *int { return &l.Unknown }
	}
	e := r.wanted[at]
	switch {
	case e.team != t.id:
		return func(l *Left) *int { return &l.OtherTeams }
	case e.score[kind] == "":
		return func(l *Left) *int { return &l.NoScore }
	}
	*score, _ = leaderboard.NewScore(e.score[kind]) // checked when it was read
	return nil
}

// between puts the hosts' rows among the places, each behind the teams that are
// as good. Without a direction the places' own order says which scores are better.
func between(places, hosts []place, higher *bool) []place {
	best, last := places[0].score.Value, places[len(places)-1].score.Value
	up := best >= last
	if higher != nil {
		up = *higher
	}
	all := append(slices.Clone(places), hosts...)
	slices.SortStableFunc(all, func(a, b place) int {
		if up {
			return cmp.Compare(b.score.Value, a.score.Value)
		}
		return cmp.Compare(a.score.Value, b.score.Value)
	})
	return all
}
