// Package kaggletest is a stand-in for Kaggle's API, for tests: the operations
// that builder uses, with paging by token, zips, ranges, Kaggle's own messages
// for what is not allowed, and faults on demand. Kaggle's command-line client
// works against it (KAGGLE_API_ENVIRONMENT=TEST, on port 7777).
package kaggletest
