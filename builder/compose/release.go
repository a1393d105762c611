package compose

import (
	"context"

	"podium/schemas"
)

// Write makes the release folder dir of what was composed.
func (res *Result) Write(ctx context.Context, version, dir string) (*schemas.Release, error) {
	m := schemas.Manifest{Version: version, Catalogue: res.Catalogue, Text: res.Text, Sources: res.Sources, Competitions: res.CompetitionsCatalogue}
	return schemas.CreateRelease(ctx, dir, m, func(w *schemas.ReleaseWriter) error {
		for _, split := range schemas.Splits {
			if err := schemas.AddRows(w, schemas.SamplesTable(), split, res.Samples[split]); err != nil {
				return err
			}
		}
		if err := schemas.AddRows(w, schemas.TasksTable(), schemas.SplitTrain, res.Tasks); err != nil {
			return err
		}
		if err := schemas.AddRows(w, schemas.CompetitionsTable(), schemas.SplitTrain, res.Competitions); err != nil {
			return err
		}
		for _, s := range res.Sources {
			if text := res.Licences[s.Repository]; text != nil {
				if err := w.AddLicence(s.Repository, text); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
