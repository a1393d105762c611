// Package sandbox runs attempts of untrusted code and reports facts.
//
// A sandbox has no network, no new privileges, no capability, no root user and a
// read-only root; the repository's tracked files are read-only under a
// size-limited writable top; memory, processes, CPU, time, disk and output are
// limited; a kill takes the whole tree (DESIGN.md, Safety; RULES.md, section 6).
package sandbox
