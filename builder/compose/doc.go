// Package compose makes samples out of tasks: a pure function of the catalogue,
// the lock and, for the text variant, the store.
//
// A task's arguments with their values span a grid of combinations. Those that
// the task's constraint lets through are numbered; a fixed stride through the
// numbers draws as many as the quota says (see [Walk]). Each combination becomes
// a sample: its arguments, the instruction in one of the task's wordings, the
// reference output, and an id from the ledger.
//
// Every value says where in the pinned repository it was found, and compose
// holds the lock against it: a catalogue that claims what the lock does not
// have builds nothing.
package compose
