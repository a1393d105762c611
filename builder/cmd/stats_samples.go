package cmd

import (
	"fmt"
	"io"
	"strings"

	"podium/schemas"
)

// splitStats counts the samples of one split. A word is what blanks separate.
type splitStats struct {
	Split            string  `json:"split"`
	Samples          int     `json:"samples"`
	Repositories     int     `json:"repositories"`
	Tasks            int     `json:"tasks"`
	Bash             int     `json:"bash"`
	Execution        int     `json:"judged_by_execution"`
	Arguments        float64 `json:"arguments_per_sample"`
	InstructionWords float64 `json:"words_per_instruction"`
	ReferenceWords   float64 `json:"words_per_reference"`
	// Duplicates counts the samples whose instruction, blanks and case aside, stands
	// earlier in the split; InFull those of another split than quarter whose
	// instruction stands in full.
	Duplicates int `json:"duplicates"`
	InFull     int `json:"in_full"`
}

// sampleStats counts the samples of every split.
func sampleStats(r *schemas.Release) ([]splitStats, error) {
	list := []splitStats{}
	full := map[string]bool{}
	for _, split := range r.Manifest.Splits(schemas.ConfigSamples) {
		s := splitStats{Split: split}
		repositories, tasks, seen := map[int64]bool{}, map[string]bool{}, map[string]bool{}
		for row, err := range r.Samples(split) {
			if err != nil {
				return nil, err
			}
			arguments, err := schemas.ParseArguments(row.Arguments)
			if err != nil {
				return nil, fmt.Errorf("split %s: %s: %w", split, row.Key(), err)
			}
			s.Samples++
			repositories[row.GithubID], tasks[row.TaskID] = true, true
			s.Bash += one(row.Type == schemas.TypeBash)
			s.Execution += one(row.Judged == schemas.JudgedExecution)
			s.Arguments += float64(len(arguments))
			s.InstructionWords += float64(len(strings.Fields(row.Instruction)))
			s.ReferenceWords += float64(len(strings.Fields(row.Output)))
			text := strings.ToLower(strings.Join(strings.Fields(row.Instruction), " "))
			s.Duplicates += one(seen[text])
			s.InFull += one(full[text] && split != "quarter")
			seen[text] = true
		}
		if split == "full" {
			full = seen
		}
		delete(tasks, "") // imported rows have none
		s.Repositories, s.Tasks = len(repositories), len(tasks)
		if n := float64(s.Samples); n > 0 {
			s.Arguments, s.InstructionWords, s.ReferenceWords = s.Arguments/n, s.InstructionWords/n, s.ReferenceWords/n
		}
		list = append(list, s)
	}
	return list, nil
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func tellSampleStats(w io.Writer, list []splitStats) {
	fmt.Fprintln(w, "\nsplit\tsamples\trepositories\ttasks\tbash\tpython\texecuted\targuments\tinstruction\treference\tduplicates\tin full")
	for _, s := range list {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t%.1f words\t%.1f words\t%d\t%d\n", s.Split, s.Samples, s.Repositories, s.Tasks,
			s.Bash, s.Samples-s.Bash, s.Execution, s.Arguments, s.InstructionWords, s.ReferenceWords, s.Duplicates, s.InFull)
	}
}
