package upstream

import (
	"fmt"
	"strings"

	"podium/schemas"
)

// Problem is why a row cannot be imported.
type Problem struct {
	File, Place string
	Key         schemas.Key // zero when the row has none
	What        string
}

func (p Problem) String() string {
	var where []string
	if p.File != "" {
		where = append(where, p.File)
	}
	where = append(where, p.Place)
	if p.Key != (schemas.Key{}) {
		where = append(where, p.Key.String())
	}
	return strings.Join(where, ": ") + ": " + p.What
}

// Problems is an error that lists all problems of an import.
type Problems []Problem

const mostShown = 20

func (p Problems) Error() string {
	lines := []string{fmt.Sprintf("%d rows cannot be imported", len(p))}
	if len(p) == 1 {
		lines[0] = "1 row cannot be imported"
	}
	for i, problem := range p {
		if i == mostShown {
			lines = append(lines, fmt.Sprintf("and %d more", len(p)-mostShown))
			break
		}
		lines = append(lines, problem.String())
	}
	return strings.Join(lines, "\n  ")
}

func (p *Problems) add(problem Problem) { *p = append(*p, problem) }

// err returns p as an error, nil when there is none.
func (p Problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}
