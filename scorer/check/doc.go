// Package check reads an output without running it.
//
// For rule paper it repeats the published scorer's substring tests to the
// letter ([Paper]). For rule strict it says what the text would do ([Strict]),
// in three steps whose first failure decides and whose reasons are all kept:
//
//   - wrong_type: a Python program where the sample is a Bash one, or the other
//     way round.
//   - wrong_shape: the text is not in the allow-list. Bash may start the task's
//     entry once, by a launcher that the task names, in literal words; beside
//     it only cd, mkdir -p, set -e and assignments, and nothing behind it but
//     what && joins. Python may be any program that cannot leave early, cannot
//     run code that is not there to read and cannot change what it calls, and
//     in which the entry is certain to be called.
//   - wrong_arguments: a value that the sample names is not the one the entry
//     would receive. A command line is read as Python's argparse reads it, a
//     call by folding literals, arithmetic and names assigned once.
//
// Before that the text is put in normal form: one Markdown fence around the
// whole removed, CR LF made LF, and in Bash the commands left out that only
// install, download or activate what the environment has. [Strict.Changes]
// records each change.
//
// What cannot be read off the text counts as wrong. What can be read is what
// would happen if the modules it imports are what they say; that the entry
// really ran, with these values, is the witness's to see at run time.
//
// An imported release names no entry and no bindings. Then any script or
// imported callable is an entry, the values are looked for as literals anywhere
// in its command or calls, letters without case, and [Strict.Literal] says so.
//
// No text makes it panic, overflow a stack or run for more than some seconds:
// size and nesting are bounded by a linear scan before any parser sees a text
// ([maxText], [nesting], python.MaxNesting), trees are at most python.MaxDepth
// deep, and the work of folding values is bounded by [maxSteps].
package check
