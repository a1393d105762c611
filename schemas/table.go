package schemas

import "cmp"

// Config names of a release.
const (
	ConfigSamples = "samples"
	ConfigTasks   = "tasks"
)

// SplitTrain is the one split of every config but samples.
const SplitTrain = "train"

// Table describes a config of a release: what its rows are and how they are
// ordered. Rows are strictly ascending by SortedBy, which is therefore a key.
type Table[T any] struct {
	Config   string
	SortedBy []string // column names
	Compare  func(a, b *T) int
	// Describe names a row in errors.
	Describe func(*T) string
}

// SamplesTable describes the default config: upstream's rows, by key.
func SamplesTable() Table[Sample] {
	return Table[Sample]{
		Config:   ConfigSamples,
		SortedBy: []string{"github_id", "id"},
		Compare: func(a, b *Sample) int {
			return cmp.Or(cmp.Compare(a.GithubID, b.GithubID), cmp.Compare(a.ID, b.ID))
		},
		Describe: func(s *Sample) string { return s.Key().String() },
	}
}

// TasksTable describes the tasks config.
func TasksTable() Table[Task] {
	return Table[Task]{
		Config:   ConfigTasks,
		SortedBy: []string{"task_id"},
		Compare:  func(a, b *Task) int { return cmp.Compare(a.TaskID, b.TaskID) },
		Describe: func(t *Task) string { return "task " + t.TaskID },
	}
}
