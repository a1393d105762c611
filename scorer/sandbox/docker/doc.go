// Package docker runs each attempt in a fresh container, through the Engine API.
//
// A container has no network, no capability, no new privileges, a read-only root
// and user 65534; its first process is the static scorer (package pid1), its tree
// the overlay of package scratch. The client attaches and waits before it starts:
// nothing is missed. Containers carry the run's name; those of dead runs are
// removed when the engine is opened, those of others never.
package docker
