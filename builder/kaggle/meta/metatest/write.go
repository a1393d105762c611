package metatest

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Options say what to make up.
type Options struct {
	Competitions []Competition
	// Submissions is how many rows Submissions.csv has at least; competitions
	// that nobody asks for fill it up.
	Submissions int
	// Early writes the column names of early editions: CompetitionName, Deadline,
	// EvaluationAlgorithms.csv, Ranking, PrivateScore.
	Early bool
	// Floats writes whole numbers as pandas does in a column with gaps: 12.0.
	Floats bool
	Seed   uint64
}

// Competition is one that is made up in detail.
type Competition struct {
	Slug         string
	Teams        int // on the board
	Hosts        int // benchmark rows beside them
	Absent       int // teams without a submission that counts
	HigherBetter bool
	Medals       bool // awarded, by rank
	// Mistaken is how many medals, from the last bronze on, are missing in the
	// column though the rule gives them.
	Mistaken int
	Digits   int // of a score, 5 when 0
}

// fillTeams and perTeam are the sizes of a competition that nobody asks for and
// of a team's submissions in it.
const (
	fillTeams = 5000
	perTeam   = 4
)

// Write makes the tables in dir, which is there.
func Write(dir string, o Options) (err error) {
	w := &writer{Options: o, random: rand.New(rand.NewPCG(o.Seed, 1))}
	w.columns = newColumns
	if o.Early {
		w.columns = earlyColumns
	}
	for _, name := range []string{"Competitions", "Teams", "Submissions", "CompetitionTags", "Tags", "EvaluationAlgorithms"} {
		if name == "EvaluationAlgorithms" && !o.Early {
			continue
		}
		f, err := os.Create(filepath.Join(dir, name+".csv"))
		if err != nil {
			return err
		}
		defer f.Close()
		b := bufio.NewWriterSize(f, 1<<20)
		w.tables = append(w.tables, b)
		b.WriteString(w.columns[name] + "\n") // an error stays until Flush
	}
	w.all()
	for _, b := range w.tables {
		if err := b.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// tables, in the order they are opened.
const (
	competitions = iota
	teams
	submissions
	competitionTags
	tags
	algorithms
)

type writer struct {
	Options
	random  *rand.Rand
	columns map[string]string
	tables  []*bufio.Writer
	buf     []byte

	competition, team, submission, rows int
}

func (w *writer) all() {
	w.row(tags, "1", "0", "tabular", "tabular", "task > tabular", "", "0", "0", "0")
	w.row(tags, "2", "0", "image", "image", "task > image", "", "0", "0", "0")
	if w.Early {
		w.row(algorithms, "10", "Up", "Higher Score", "True")
		w.row(algorithms, "11", "Down", "Lower Score", "False")
	}
	for _, c := range w.Competitions {
		w.one(c)
	}
	for n := 0; w.rows < w.Submissions; n++ {
		w.one(Competition{Slug: "filler-" + strconv.Itoa(n), Teams: fillTeams, Absent: fillTeams / 4, Medals: n%3 == 0, HigherBetter: n%2 == 0})
	}
}

// row writes fields that need no quotes, or have them.
func (w *writer) row(table int, fields ...string) {
	b := w.buf[:0]
	for i, f := range fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, f...)
	}
	w.buf = append(b, '\n')
	w.tables[table].Write(w.buf)
}

// number writes a whole number, 0 as missing.
func (w *writer) number(n int) string {
	switch {
	case n == 0:
		return ""
	case w.Floats:
		return strconv.Itoa(n) + ".0"
	}
	return strconv.Itoa(n)
}
