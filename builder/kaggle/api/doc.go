// Package api is a small client of Kaggle's public API: what a competition is,
// its leaderboards, its files, and downloads that resume.
//
// It speaks what Kaggle's own command-line client speaks since version 1.7: each
// operation is a POST of a JSON object to /v1/competitions.CompetitionApiService/
// and its name. Lists come in pages, each with the token of the next. Errors are
// [Error], which tells what went wrong and what a person can do. No error and no
// log holds a credential.
package api
