package meta

import (
	"context"
	"fmt"
	"strings"

	"podium/builder/kaggle/leaderboard"
)

// kinds of board, as indices.
const (
	private = iota
	public
	kinds
)

// team is a row of Teams.csv, without its name.
type team struct {
	competition *Competition
	id          int64
	rank        [kinds]int64
	submission  [kinds]int64
	benchmark   bool
	medal       int8
}

// entry is a submission that some team names as its standing.
type entry struct {
	team  int64 // 0: not seen in Submissions.csv
	score [kinds]string
}

// teams reads Teams.csv and keeps the teams of the competitions found.
func (r *reader) teams(ctx context.Context) error {
	const (
		id = iota
		competition
		privateSubmission
		publicSubmission
		privateRank
		publicRank
		benchmark
		medal
	)
	columns := []column{
		id:                {names: []string{"Id"}},
		competition:       {names: []string{"CompetitionId"}},
		privateSubmission: {names: []string{"PrivateLeaderboardSubmissionId"}},
		publicSubmission:  {names: []string{"PublicLeaderboardSubmissionId"}, optional: !r.Public},
		privateRank:       {names: []string{"PrivateLeaderboardRank", "Ranking"}},
		publicRank:        {names: []string{"PublicLeaderboardRank"}, optional: !r.Public},
		benchmark:         {names: []string{"IsBenchmark"}, optional: true},
		medal:             {names: []string{"Medal"}, optional: true},
	}
	r.entries = map[int64]int32{}
	return r.table(ctx, "Teams", columns, func(_ int, row []string) error {
		cid, err := parseID(row[competition])
		if err != nil {
			return fmt.Errorf("CompetitionId: %w", err)
		}
		c := r.byID[cid]
		if c == nil {
			return nil
		}
		t := team{competition: c}
		for _, f := range []struct {
			to     *int64
			column int
		}{
			{&t.id, id}, {&t.rank[private], privateRank}, {&t.submission[private], privateSubmission},
			{&t.rank[public], publicRank}, {&t.submission[public], publicSubmission},
		} {
			if *f.to, err = parseID(row[f.column]); err != nil {
				return fmt.Errorf("%s: %w", columns[f.column].names[0], err)
			}
		}
		if t.benchmark, err = parseBool(row[benchmark]); err != nil {
			return fmt.Errorf("IsBenchmark: %w", err)
		}
		awarded, err := parseID(row[medal])
		if err != nil || awarded < 0 || awarded > 3 {
			return fmt.Errorf("medal %.20q is not 1 (gold), 2, 3 or empty", row[medal])
		}
		t.medal = int8(awarded)
		r.hasMedals = r.hasMedals || awarded > 0
		for kind, s := range t.submission {
			if s != 0 && (kind == private || r.Public) {
				r.entries[s] = -1
			}
		}
		r.standing = append(r.standing, t)
		return nil
	})
}

// submissions reads Submissions.csv and keeps the scores of the submissions that
// teams name. It is the large table: twenty million rows and more.
func (r *reader) submissions(ctx context.Context) error {
	const (
		id = iota
		teamID
		privateShown
		privateFull
		publicShown
		publicFull
	)
	columns := []column{
		id:           {names: []string{"Id"}},
		teamID:       {names: []string{"TeamId"}},
		privateShown: {names: []string{"PrivateScoreLeaderboardDisplay", "PrivateScore"}},
		privateFull:  {names: []string{"PrivateScoreFullPrecision"}, optional: true},
		publicShown:  {names: []string{"PublicScoreLeaderboardDisplay", "PublicScore"}, optional: !r.Public},
		publicFull:   {names: []string{"PublicScoreFullPrecision"}, optional: true},
	}
	return r.table(ctx, "Submissions", columns, func(_ int, row []string) error {
		sid, err := parseID(row[id])
		if err != nil {
			return fmt.Errorf("column Id: %w", err)
		}
		place, wanted := r.entries[sid]
		if !wanted {
			return nil
		}
		if place >= 0 {
			return fmt.Errorf("submission %d stands twice", sid)
		}
		var e entry
		if e.team, err = parseID(row[teamID]); err != nil {
			return fmt.Errorf("TeamId: %w", err)
		}
		e.score[private] = printed(row[privateShown], row[privateFull])
		if r.Public {
			e.score[public] = printed(row[publicShown], row[publicFull])
		}
		for _, s := range e.score {
			if s == "" {
				continue
			}
			if _, err := leaderboard.NewScore(s); err != nil {
				return fmt.Errorf("submission %d: score %w", sid, err)
			}
		}
		r.entries[sid] = int32(len(r.wanted))
		r.wanted = append(r.wanted, e)
		return nil
	})
}

// printed prefers what the leaderboard displays, as upstream's boards do.
func printed(shown, full string) string {
	if shown == "" {
		shown = full
	}
	return strings.Clone(shown)
}
