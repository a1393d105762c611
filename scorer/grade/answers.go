package grade

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"podium/scorer/table"
)

// ReadAnswers reads the competition's answers: a CSV file, or JSON lines of
// simplified Natural Questions.
func (g *Grader) ReadAnswers(path string) (*table.Table, error) {
	t, err := g.readAnswers(path)
	if err != nil {
		return nil, fmt.Errorf("answers %s: %w", filepath.Base(path), err)
	}
	return t, nil
}

func (g *Grader) readAnswers(path string) (*table.Table, error) {
	if filepath.Ext(path) != ".jsonl" {
		return table.ReadFile(path, table.Options{Keep: g.Competition.Mentions})
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readQuestions(f, g.Competition.Columns.ID, g.Competition.Truth(0))
}

// question is what counts of a line of simplified Natural Questions.
type question struct {
	ID          jsonText `json:"example_id"`
	Annotations []struct {
		Long  span   `json:"long_answer"`
		Short []span `json:"short_answers"`
		YesNo string `json:"yes_no_answer"` // YES, NO or NONE
	} `json:"annotations"`
}

type span struct {
	Start int64 `json:"start_token"`
	End   int64 `json:"end_token"`
}

func (s span) String() string { return fmt.Sprintf("%d:%d", s.Start, s.End) }

// jsonText is a JSON string or the text of a number.
type jsonText string

func (t *jsonText) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(t))
	}
	*t = jsonText(b)
	return nil
}

// readQuestions makes two rows of a question: <id>_long with the long answer's
// span unless it starts at -1, and <id>_short with the short spans and YES or NO.
func readQuestions(r io.Reader, id, answers string) (*table.Table, error) {
	d := json.NewDecoder(bufio.NewReaderSize(r, 1<<20))
	var rows [][]string
	for n := 1; ; n++ {
		var q question
		switch err := d.Decode(&q); {
		case err == io.EOF:
			return table.FromRows([]string{id, answers}, rows)
		case err != nil:
			return nil, fmt.Errorf("record %d: %w", n, err)
		case len(q.Annotations) == 0:
			return nil, fmt.Errorf("record %d: %s has no annotations", n, q.ID)
		}
		a := q.Annotations[0]
		long := ""
		if a.Long.Start != -1 {
			long = a.Long.String()
		}
		var short []string
		for _, s := range a.Short {
			short = append(short, s.String())
		}
		if a.YesNo != "NONE" {
			short = append(short, a.YesNo)
		}
		rows = append(rows, []string{string(q.ID) + "_long", long}, []string{string(q.ID) + "_short", strings.Join(short, " ")})
	}
}
