// Package report sums up a run: report.json ([Report], schemas/report.schema.json),
// a table for the terminal, report.html, and upstream/result.jsonl in upstream's
// own form.
//
// Denominators. pass@k is over all samples of the split: one without a prediction
// counts as a fail under both rules. The static rate is over the outputs there
// are, the executed rate over those that have facts. Rule paper leaves rows that
// upstream drops (not five outputs) out of its passes; they are counted.
//
// pass@k is the mean over samples of stats.PassAtK under strict, for k up to the
// smallest number of outputs that a predicted sample has, and upstream's any of
// the first k under paper. Where infrastructure trouble is left, bounds give it
// with all such outputs failed and with all of them passed.
//
// Intervals are Wilson's, 95 %, over samples as if they were drawn independently.
package report
