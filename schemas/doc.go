// Package schemas holds Podium's formats: the row types of a release, the lines
// of a run, their JSON Schemas, and the only code that reads or writes them.
//
// A release is a folder: release.json (the [Manifest], written last), README.md
// (the dataset card), licenses/, data/<split>-00000-of-00001.parquet for the
// default config "samples", and one folder for each further config.
package schemas
