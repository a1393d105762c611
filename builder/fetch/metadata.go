package fetch

import (
	"context"
	"fmt"
	"time"

	"podium/data"
)

// Metadata is what GitHub says of a repository as it stands today. No build reads
// it: it tells people whether a pin has grown old.
type Metadata struct {
	Repository string    `json:"repository"` // short name
	Name       string    `json:"name"`       // OWNER/NAME, another than the catalogue's after a renaming
	Stars      int       `json:"stars"`
	Licence    string    `json:"licence"` // SPDX id, NOASSERTION where GitHub knows none
	Branch     string    `json:"branch"`
	Pushed     time.Time `json:"pushed"`
	Archived   bool      `json:"archived"`
}

// Metadata asks for a repository's metadata: one request.
func (g *GitHub) Metadata(ctx context.Context, r data.Repository) (Metadata, error) {
	m := Metadata{Repository: r.Name}
	repo, _, err := g.api.Repositories.Get(ctx, r.Owner, r.Repo)
	if err != nil {
		return m, fmt.Errorf("%s/%s: %w", r.Owner, r.Repo, err)
	}
	m.Name, m.Stars, m.Branch = repo.GetFullName(), repo.GetStargazersCount(), repo.GetDefaultBranch()
	m.Licence, m.Pushed, m.Archived = repo.GetLicense().GetSPDXID(), repo.GetPushedAt().UTC(), repo.GetArchived()
	if m.Licence == "" {
		m.Licence = "NOASSERTION"
	}
	return m, nil
}
