package kaggletest

import (
	"iter"
	"maps"
	"slices"
)

// facts is the answer to GetCompetition.
func (c *Competition) facts() map[string]any {
	tags := []map[string]any{}
	for _, t := range c.Tags {
		tags = append(tags, map[string]any{"ref": t, "name": t})
	}
	deadline := c.Deadline
	if deadline == "" {
		deadline = "2020-03-02T23:59:00Z"
	}
	return map[string]any{
		"id": 7000 + len(c.Name), "ref": "https://www.kaggle.com/competitions/" + c.Name, "title": c.Title, "category": c.Category,
		"deadline": deadline, "teamCount": max(len(c.Private), len(c.Public)), "evaluationMetric": c.Metric, "isKernelsSubmissionsOnly": c.Code,
		"tags": tags, "userHasEntered": true, "maxDailySubmissions": 5, "dateCreated": "2019-12-01T00:00:00.123Z", "enabledDate": "2020-01-01T00:00:00Z",
		"mergerDeadline": deadline, "newEntrantDeadline": deadline, "submissionsDisabled": false,
	}
}

func (c *Competition) sortedFiles() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, name := range slices.Sorted(maps.Keys(c.Files)) {
			if !yield(name, c.Files[name]) {
				return
			}
		}
	}
}
