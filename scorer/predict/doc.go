// Package predict reads prediction files: JSON Lines, one object a line,
//
//	{"id": 5, "github_id": 1, "output": ["…", …]}
//
// with any number of outputs and any further members. [Open] validates the
// whole file in one pass and remembers only where each sample's line lies, so
// memory does not grow with the outputs; [File.Outputs] reads one line again.
//
// The reader is strict where encoding/json is not. Member names are compared
// exactly, a doubled member, a number that is no literal integer, a null among
// the outputs, bytes that are not UTF-8 and an unpaired surrogate are problems,
// each with its line and [Kind]. A byte order mark at the start, CRLF, blank
// lines and a missing last newline are accepted. An empty file is an error.
package predict
