// Package scratch keeps a run's folder on the host: the writable tops of its
// sandboxes, and a lock that tells the leftovers of a dead run from a live one.
//
// Every run has a folder of its own, BASE/<run>/, and holds a lock on BASE/<run>/lock
// as long as it lives: the kernel lets go of it when the process ends, however it
// ends. Open removes what runs without a holder left, mounts and all. Engines
// mark what they make elsewhere (containers, control groups) with the run's name
// and ask Alive before they remove it.
package scratch
