// Package kaggletest is a stand-in for Kaggle's API, for tests: the operations
// that builder uses, with paging by token, zips, ranges, Kaggle's own messages
// for what is not allowed, and faults on demand. Kaggle's own kagglesdk 0.1.38
// understands it (KaggleEnv.TEST, on port 7777).
package kaggletest
