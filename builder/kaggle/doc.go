// Package kaggle makes the configs competitions and leaderboards of a release
// out of the catalogue and of one source: Meta Kaggle, Kaggle's API, or a folder
// of leaderboard files.
//
// A source gives an [Input] for each competition it knows: facts and boards.
// [Compose] checks the boards, takes thresholds from them by scorer/grade's medal
// rule (there is no other), and compares with what the catalogue says. Whatever
// does not agree is a [Note]; a board that cannot be right is refused.
package kaggle
