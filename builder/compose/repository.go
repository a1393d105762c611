package compose

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"podium/data"
)

// repository is a repository with its tasks and drawn samples.
type repository struct {
	*data.Repository
	tasks   []*task
	samples []*sample
	ledger  *data.Ledger
}

// readRepository reads a repository's tasks against its lock and draws their samples.
func readRepository(catalogue fs.FS, repo *data.Repository) (*repository, error) {
	tasks, err := data.Tasks(catalogue, repo.Name)
	if err != nil || len(tasks) == 0 {
		return &repository{Repository: repo}, err
	}
	lock, err := data.ReadLock(catalogue, repo.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %d tasks and no %s; run: builder mine --repo %s", repo.Name, len(tasks), data.LockName(repo.Name), repo.Name)
	}
	if err != nil {
		return nil, err
	}
	if lock.Commit != repo.Commit {
		return nil, fmt.Errorf("%s: the lock was mined at %s, the pin is %s", repo.Name, lock.Commit, repo.Commit)
	}
	b := &repository{Repository: repo}
	if b.ledger, err = data.ReadLedger(catalogue, repo.Name); err != nil {
		return nil, err
	}
	var errs []error
	quota := 0
	for i := range tasks {
		quota += tasks[i].Quota
		t, err := readTask(&tasks[i], lock, repo)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		samples, err := t.samples()
		if err != nil {
			errs = append(errs, err)
		}
		b.tasks = append(b.tasks, t)
		b.samples = append(b.samples, samples...)
	}
	if quota != repo.Quota {
		errs = append(errs, fmt.Errorf("%s: the quotas of its %d tasks add up to %d, repositories.yaml says %d", repo.Name, len(tasks), quota, repo.Quota))
	}
	return b, errors.Join(errs...)
}

// numbered gives the samples their ids and returns how many have none.
func (b *repository) numbered() (missing int) {
	for _, s := range b.samples {
		id, ok := b.ledger.ID(s.entry())
		if !ok {
			missing++
		}
		s.id = id
	}
	return missing
}

// MissingIDs counts, by repository, samples that the ledger has no id for.
type MissingIDs map[string]int

func (m MissingIDs) Error() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%d of %s", m[name], name))
	}
	return fmt.Sprintf("samples without an id: %s; to append them to the ledger run: builder build --assign-ids --catalogue DIR", strings.Join(parts, ", "))
}

// AssignIDs returns the ledgers that must grow so that every sample of the named
// repositories (all when none is named) has an id, and by how many.
func AssignIDs(catalogue fs.FS, names []string) ([]*data.Ledger, MissingIDs, error) {
	repos, err := chosen(catalogue, names)
	if err != nil {
		return nil, nil, err
	}
	grown := MissingIDs{}
	var ledgers []*data.Ledger
	var errs []error
	for i := range repos {
		b, err := readRepository(catalogue, &repos[i])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		n := b.numbered()
		if n == 0 {
			continue
		}
		for _, s := range b.samples {
			b.ledger.Assign(s.entry())
		}
		grown[repos[i].Name] = n
		ledgers = append(ledgers, b.ledger)
	}
	return ledgers, grown, errors.Join(errs...)
}
