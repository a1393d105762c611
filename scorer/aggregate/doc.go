// Package aggregate turns grading reports of several seeds into the figures that
// MLE-bench's leaderboard shows.
//
// A seed is one run over every competition of a split. Reports are sorted by the
// path of their file and, within a file, by competition; the i-th report of a
// competition belongs to seed i. The headline is the share of competitions with
// any medal, as mean and standard error over seeds.
package aggregate
