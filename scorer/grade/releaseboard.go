package grade

import (
	"fmt"

	"podium/schemas"
)

// ReleaseBoards returns the boards of a release by competition: from its
// leaderboards, and where it has only the thresholds, from those. A competition
// whose leaderboard does not give the thresholds that stand beside it is an
// error: the release is damaged, or made by another rule.
func ReleaseBoards(r *schemas.Release) (map[string]*Board, error) {
	competitions, err := r.Competitions()
	if err != nil {
		return nil, err
	}
	if competitions == nil {
		return nil, fmt.Errorf("%s: the release has no config %s", r.Dir, schemas.ConfigCompetitions)
	}
	scores, err := standings(r)
	if err != nil {
		return nil, err
	}
	boards := map[string]*Board{}
	for _, c := range competitions {
		b := factsBoard(c)
		if b == nil {
			continue
		}
		if s := scores[[2]string{c.ID, *c.Board}]; s != nil {
			computed, err := NewBoard(s)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", r.Dir, c.ID, err)
			}
			computed.Origin, b.LowerBetter = b.Origin, computed.LowerBetter
			if *computed != *b {
				return nil, fmt.Errorf("%s: %s: its leaderboard does not give the thresholds in config %s", r.Dir, c.ID, schemas.ConfigCompetitions)
			}
		}
		b.Origin = fmt.Sprintf("release %s: %s", r.Manifest.Version, b.Origin)
		boards[c.ID] = b
	}
	return boards, nil
}

// factsBoard is the board that a row's thresholds make, nil when it has none.
func factsBoard(c schemas.Competition) *Board {
	if c.Board == nil || c.Teams == nil || c.Gold == nil || c.Silver == nil || c.Bronze == nil || c.Median == nil || c.BoardOrigin == nil {
		return nil
	}
	return &Board{
		Teams: int(*c.Teams), Gold: *c.Gold, Silver: *c.Silver, Bronze: *c.Bronze, Median: *c.Median,
		LowerBetter: c.Direction == "lower", Origin: *c.BoardOrigin,
	}
}

// standings are the scores of the release's leaderboards, best first, by
// competition and board.
func standings(r *schemas.Release) (map[[2]string][]float64, error) {
	if _, ok := r.Manifest.File(schemas.ConfigLeaderboards, schemas.SplitTrain); !ok {
		return nil, nil
	}
	scores := map[[2]string][]float64{}
	for s, err := range schemas.ReadRows(r, schemas.LeaderboardsTable(), schemas.SplitTrain) {
		if err != nil {
			return nil, err
		}
		key := [2]string{s.Competition, s.Board}
		scores[key] = append(scores[key], s.Score)
	}
	return scores, nil
}
