// Package data is the catalogue, embedded: repositories, environments, tasks,
// competitions, splits, errata, the lock and the id ledger. A competition, a
// task or an environment is a file here, never Go code.
package data
