package kaggle

import (
	"context"

	"podium/schemas"
)

// ReadRows reads the two configs of a release, empty where it has none.
func ReadRows(r *schemas.Release) (*Rows, error) {
	competitions, err := r.Competitions()
	if err != nil {
		return nil, err
	}
	rows := &Rows{Competitions: competitions}
	if _, ok := r.Manifest.File(schemas.ConfigLeaderboards, schemas.SplitTrain); !ok {
		return rows, nil
	}
	for s, err := range schemas.ReadRows(r, schemas.LeaderboardsTable(), schemas.SplitTrain) {
		if err != nil {
			return nil, err
		}
		rows.Standings = append(rows.Standings, s)
	}
	return rows, nil
}

// Write makes a release of the rows in dir: with everything else of the release
// from, or, where that is nil, with these two configs alone. catalogue is the
// digest of the catalogue files that the rows start from.
func (r *Rows) Write(ctx context.Context, dir, version, catalogue string, from *schemas.Release) (*schemas.Release, error) {
	m := schemas.Manifest{Catalogue: catalogue, Text: schemas.TextNone, Sources: []schemas.Source{}}
	if from != nil {
		m = from.Manifest
	}
	m.Version, m.Competitions = version, catalogue
	return schemas.CreateRelease(ctx, dir, m, func(w *schemas.ReleaseWriter) error {
		if from != nil {
			if err := w.CopyFrom(from, schemas.ConfigCompetitions, schemas.ConfigLeaderboards); err != nil {
				return err
			}
		}
		if err := schemas.AddRows(w, schemas.CompetitionsTable(), schemas.SplitTrain, r.Competitions); err != nil {
			return err
		}
		return schemas.AddRows(w, schemas.LeaderboardsTable(), schemas.SplitTrain, r.Standings)
	})
}
