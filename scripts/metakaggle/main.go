// Command metakaggle makes up Meta Kaggle tables of real size, to measure
// builder kaggle --meta with: the catalogue's competitions, each with as many
// teams as its real board, and others until the submissions are enough.
//
//	go run ./scripts/metakaggle --out DIR --submissions 20000000
package main

import (
	"flag"
	"fmt"
	"os"

	"podium/builder/kaggle/meta/metatest"
	"podium/data"
)

func main() {
	out := flag.String("out", "", "folder of the tables (made when it is not there)")
	submissions := flag.Int("submissions", 20_000_000, "rows of Submissions.csv, at least")
	early := flag.Bool("early", false, "column names of early editions")
	seed := flag.Uint64("seed", 1, "of the random numbers")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*out, metatest.Options{Submissions: *submissions, Early: *early, Seed: *seed}); err != nil {
		fmt.Fprintln(os.Stderr, "metakaggle:", err)
		os.Exit(1)
	}
}

func run(out string, o metatest.Options) error {
	boards, err := data.ReadLeaderboards(data.Embedded())
	if err != nil {
		return err
	}
	for i, b := range boards.Boards {
		c := metatest.Competition{Slug: b.Competition, Teams: b.Rows, Absent: b.Rows / 8, Medals: i%4 > 0, Hosts: i % 3, HigherBetter: i%2 == 0}
		if known, err := data.OneCompetition(data.Embedded(), b.Competition); err == nil {
			c.HigherBetter = known.Direction == "higher"
		}
		o.Competitions = append(o.Competitions, c)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	return metatest.Write(out, o)
}
