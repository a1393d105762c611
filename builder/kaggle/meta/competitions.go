package meta

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// competitions reads Competitions.csv.
func (r *reader) competitions(ctx context.Context) error {
	wanted := make(map[string]bool, len(r.Competitions))
	for _, slug := range r.Competitions {
		wanted[slug] = true
	}
	const (
		id = iota
		slug
		title
		segment
		deadline
		metric
		abbreviation
		higher
		algorithm
		teams
	)
	columns := []column{
		id:           {names: []string{"Id"}},
		slug:         {names: []string{"Slug", "CompetitionName"}},
		title:        {names: []string{"Title"}, optional: true},
		segment:      {names: []string{"HostSegmentTitle"}, optional: true},
		deadline:     {names: []string{"DeadlineDate", "Deadline"}, optional: true},
		metric:       {names: []string{"EvaluationAlgorithmName"}, optional: true},
		abbreviation: {names: []string{"EvaluationAlgorithmAbbreviation"}, optional: true},
		higher:       {names: []string{"EvaluationAlgorithmIsMax"}, optional: true},
		algorithm:    {names: []string{"EvaluationAlgorithmId"}, optional: true},
		teams:        {names: []string{"TotalTeams"}, optional: true},
	}
	byAlgorithm := map[int64][]*Competition{}
	err := r.table(ctx, "Competitions", columns, func(_ int, row []string) error {
		if !wanted[row[slug]] {
			return nil
		}
		name := strings.Clone(row[slug])
		if r.found[name] != nil {
			return fmt.Errorf("competition %s stands twice", name)
		}
		c := &Competition{Slug: name, Title: strings.Clone(row[title]), Segment: strings.Clone(row[segment]), Metric: strings.Clone(row[metric])}
		if c.Metric == "" {
			c.Metric = strings.Clone(row[abbreviation])
		}
		var err error
		if c.ID, err = parseID(row[id]); err != nil {
			return fmt.Errorf("column Id: %w", err)
		}
		if c.Deadline, err = parseTime(row[deadline]); err != nil {
			return fmt.Errorf("deadline: %w", err)
		}
		if c.Teams, err = parseID(row[teams]); err != nil {
			return fmt.Errorf("TotalTeams: %w", err)
		}
		if row[higher] != "" {
			is, err := parseBool(row[higher])
			if err != nil {
				return fmt.Errorf("EvaluationAlgorithmIsMax: %w", err)
			}
			c.HigherBetter = &is
		}
		if row[algorithm] != "" {
			a, err := parseID(row[algorithm])
			if err != nil {
				return fmt.Errorf("EvaluationAlgorithmId: %w", err)
			}
			byAlgorithm[a] = append(byAlgorithm[a], c)
		}
		if r.byID[c.ID] != nil {
			return fmt.Errorf("competition %d stands twice", c.ID)
		}
		r.found[name], r.byID[c.ID] = c, c
		return nil
	})
	r.algorithms = byAlgorithm
	return err
}

// directions reads EvaluationAlgorithms.csv, where early editions say which
// scores are better.
func (r *reader) directions(ctx context.Context) error {
	if len(r.algorithms) == 0 {
		return nil
	}
	columns := []column{{names: []string{"Id"}}, {names: []string{"IsMax"}}, {names: []string{"Name"}, optional: true}}
	return optional(r.table(ctx, "EvaluationAlgorithms", columns, func(_ int, row []string) error {
		id, err := parseID(row[0])
		if err != nil || row[1] == "" {
			return err
		}
		is, err := parseBool(row[1])
		if err != nil {
			return fmt.Errorf("IsMax: %w", err)
		}
		for _, c := range r.algorithms[id] {
			if c.HigherBetter == nil {
				c.HigherBetter = &is
			}
			if c.Metric == "" {
				c.Metric = strings.Clone(row[2])
			}
		}
		return nil
	}))
}

// tags reads CompetitionTags.csv and Tags.csv, which not everybody has.
func (r *reader) tags(ctx context.Context) error {
	of := map[int64][]*Competition{} // by tag
	columns := []column{{names: []string{"CompetitionId"}}, {names: []string{"TagId"}}}
	err := optional(r.table(ctx, "CompetitionTags", columns, func(_ int, row []string) error {
		id, err := parseID(row[0])
		if err != nil || r.byID[id] == nil {
			return err
		}
		tag, err := parseID(row[1])
		of[tag] = append(of[tag], r.byID[id])
		return err
	}))
	if err != nil || len(of) == 0 {
		return err
	}
	err = optional(r.table(ctx, "Tags", []column{{names: []string{"Id"}}, {names: []string{"Name", "Slug"}}}, func(_ int, row []string) error {
		id, err := parseID(row[0])
		for _, c := range of[id] {
			c.Tags = append(c.Tags, strings.Clone(row[1]))
		}
		return err
	}))
	for _, c := range r.found {
		slices.Sort(c.Tags)
	}
	return err
}
