// Package grade turns a submission, the answers and a leaderboard into a score
// and a medal, under two rules.
//
// A competition is data (podium/data, competitions/<id>.yaml): which columns,
// which checks in which order, how rows are paired, which metric with which
// arguments. This package holds the vocabulary those files are written in:
// checks, pairings, and for each metric of podium/scorer/metric how its input is
// taken out of the two tables. There is no code for a single competition.
//
// Paper is what MLE-bench's own grader answers, faults included. Strict refuses
// or corrects what it gets wrong: every answer id exactly once, rows paired by
// id, columns by name, finite predictions, a finite score. Where the two differ
// the report names the erratum (podium/data, errata.yaml).
//
// A submission that is refused is a result, not an error: it has a Refusal that
// says what to mend, with column, row, id and value of the submission, and
// nothing that is only in the answers.
package grade
