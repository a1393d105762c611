package schemas

import (
	"cmp"
	"fmt"
)

// ConfigLeaderboards is the config of the standings that medals follow.
const ConfigLeaderboards = "leaderboards"

// Standing is one row of the leaderboards config: a place in a competition. It
// names no team and no person.
type Standing struct {
	Competition string  `parquet:"competition,dict" json:"competition"`
	Board       string  `parquet:"board,dict" json:"board"` // private or public
	Rank        int64   `parquet:"rank" json:"rank"`        // from 1, in the board's order
	Score       float64 `parquet:"score" json:"score"`
	Printed     string  `parquet:"printed" json:"printed"`  // the score as Kaggle printed it
	Medal       string  `parquet:"medal,dict" json:"medal"` // gold, silver, bronze or none: what the score wins by the medal rule
}

// LeaderboardsTable describes the leaderboards config.
func LeaderboardsTable() Table[Standing] {
	return Table[Standing]{
		Config:   ConfigLeaderboards,
		SortedBy: []string{"competition", "board", "rank"},
		Compare: func(a, b *Standing) int {
			return cmp.Or(cmp.Compare(a.Competition, b.Competition), cmp.Compare(a.Board, b.Board), cmp.Compare(a.Rank, b.Rank))
		},
		Describe: func(s *Standing) string {
			return fmt.Sprintf("competition %s, %s board, rank %d", s.Competition, s.Board, s.Rank)
		},
	}
}

// Leaderboard returns the standing of one competition's board in the order of
// ranks, none where the release has none.
func (r *Release) Leaderboard(competition, board string) ([]Standing, error) {
	if _, ok := r.Manifest.File(ConfigLeaderboards, SplitTrain); !ok {
		return nil, nil
	}
	var rows []Standing
	for s, err := range ReadRows(r, LeaderboardsTable(), SplitTrain) {
		if err != nil {
			return nil, err
		}
		if s.Competition == competition && s.Board == board {
			rows = append(rows, s)
		}
	}
	return rows, nil
}
