// Package run executes a prediction file against a split and keeps what came of
// it in a run folder:
//
//	run.json         what is scored with what, see [Manifest]; written before anything runs
//	checks.jsonl     one [Check] a sample of the split, in the release's order: the static facts
//	                 of its outputs and the keys of the attempts they need
//	attempts.jsonl   the journal: one schemas.Attempt a finished attempt, in order of finishing
//	run.lock         locked while a process writes the folder
//
// The plan (run.json and checks.jsonl) is a pure function of the inputs: a run that
// is started again makes it anew and refuses to go on when it came out different.
// Verdicts are not kept: [Open] reads the three files and judges them by the rules.
//
// Memory does not grow with the outputs. Samples, predictions, checks and the
// journal are streamed; what is held is a key and a few numbers for each attempt.
package run
