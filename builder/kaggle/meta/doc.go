// Package meta reads Meta Kaggle, the tables about itself that Kaggle
// publishes: Competitions, Teams and Submissions (and CompetitionTags, Tags,
// EvaluationAlgorithms where they are there), as CSV files, gzipped, or in zips.
//
// A team's standing is the submission it names as its private (or public)
// leaderboard's; its score is that submission's private (or public) score as the
// leaderboard displays it. Teams are ordered by their rank. Benchmark rows, which
// hosts hand in to show what is easy, are left out, and it is told which
// thresholds that moves. Column names of old and new editions are understood.
//
// Every table is read once, row by row: memory grows with the teams of the
// competitions that are asked for and with nothing else.
package meta
