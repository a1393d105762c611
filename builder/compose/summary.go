package compose

import (
	"podium/data"
	"podium/schemas"
)

// Summary says what a catalogue gives. quarter is a subset of full, so it counts
// in no total.
type Summary struct {
	Samples      int                 `json:"samples"`
	Splits       map[string]int      `json:"splits"`
	Repositories []RepositorySummary `json:"repositories"`
}

// RepositorySummary counts one repository's samples.
type RepositorySummary struct {
	Repository string         `json:"repository"`
	GithubID   int64          `json:"github_id"`
	Samples    int            `json:"samples"`
	Splits     map[string]int `json:"splits"`
	Types      map[string]int `json:"types"`
	Judged     map[string]int `json:"judged"`
	Values     ValueCounts    `json:"values"`
	Tasks      []TaskSummary  `json:"tasks"`
}

// TaskSummary counts one task's samples.
type TaskSummary struct {
	Task     string         `json:"task"`
	Type     string         `json:"type"`
	Judged   string         `json:"judged"`
	Capacity int            `json:"capacity"` // combinations the arguments allow
	Samples  int            `json:"samples"`
	Splits   map[string]int `json:"splits"`
	Values   ValueCounts    `json:"values"`
}

// ValueCounts counts an argument's values by where they were found.
type ValueCounts map[string]int

// Made is the share of values that are not in the repository, 0 for no values.
func (c ValueCounts) Made() float64 {
	total := 0
	for _, n := range c {
		total += n
	}
	if total == 0 {
		return 0
	}
	return float64(c[data.FromMade]) / float64(total)
}

func (s *Summary) add(b *repository, dealt map[string][]*sample) {
	r := RepositorySummary{
		Repository: b.Name, GithubID: b.GithubID, Samples: len(b.samples),
		Splits: map[string]int{}, Types: map[string]int{}, Judged: map[string]int{}, Values: ValueCounts{},
	}
	if s.Splits == nil {
		s.Splits = map[string]int{}
	}
	for _, t := range b.tasks {
		ts := TaskSummary{
			Task: t.ID, Type: t.sampleType(), Judged: t.Judged, Capacity: len(t.grid), Samples: t.Quota,
			Splits: map[string]int{}, Values: ValueCounts{},
		}
		for _, name := range schemas.Splits {
			for _, x := range dealt[name] {
				if x.task == t {
					ts.Splits[name]++
				}
			}
			if n := ts.Splits[name]; n > 0 {
				r.Splits[name] += n
				s.Splits[name] += n
			}
		}
		for _, a := range t.Arguments {
			for _, v := range a.Values {
				ts.Values[v.From]++
				r.Values[v.From]++
			}
		}
		r.Types[ts.Type] += ts.Samples
		r.Judged[t.Judged] += ts.Samples
		r.Tasks = append(r.Tasks, ts)
	}
	s.Samples += r.Samples
	s.Repositories = append(s.Repositories, r)
}
