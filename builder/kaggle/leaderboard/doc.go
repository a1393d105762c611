// Package leaderboard reads leaderboards and keeps what medals need of them: scores,
// best first, as printed and as numbers. Names, teams and dates of people are
// dropped while reading.
//
// A board is the private one (the final standing) or the public one (a part of
// the test set, shown while the competition runs). Medals follow the private
// one; the two are never mixed. A file that cannot be a whole private board is
// a [Refusal], which says what it is instead.
package leaderboard
