package api

import (
	"context"
	"path"
	"slices"
	"time"
)

// Competition is what Kaggle says of a competition.
type Competition struct {
	ID       int64     `json:"id"`
	Ref      string    `json:"ref"` // its address, or its name
	Title    string    `json:"title"`
	Category string    `json:"category"` // Featured, Research, …
	Deadline time.Time `json:"deadline"`
	Teams    int64     `json:"teamCount"`
	Metric   string    `json:"evaluationMetric"`
	Code     bool      `json:"isKernelsSubmissionsOnly"`
	Tags     []Tag     `json:"tags"`
}

// Tag is a subject of a competition.
type Tag struct {
	Name string `json:"name"`
}

// TagNames returns the tags' names, sorted.
func (c *Competition) TagNames() []string {
	var names []string
	for _, t := range c.Tags {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return names
}

// Competition asks for a competition by its name in Kaggle's addresses.
func (c *Client) Competition(ctx context.Context, name string) (*Competition, error) {
	var v Competition
	request := struct {
		Name string `json:"competitionName"`
	}{name}
	if err := c.call(ctx, "GetCompetition", name, request, &v); err != nil {
		return nil, err
	}
	if v.ID == 0 || path.Base(v.Ref) != name {
		return nil, &Error{Operation: "GetCompetition", Competition: name, Kind: Malformed, Message: "the answer is of " + v.Ref}
	}
	return &v, nil
}
