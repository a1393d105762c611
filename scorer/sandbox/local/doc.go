// Package local runs attempts in bubblewrap on this host, without a daemon and
// without an image: a root made of the least of the host's /usr, or of a named
// root filesystem folder, never the host's own root.
//
// A sandbox has namespaces of its own (network, processes, mounts, IPC, host
// name); pid 1 gives up root before anything of the attempt's starts; a control
// group limits memory, processes and CPU; the tree lies under a bounded top
// (package scratch). All that needs root on the host. There is no GPU.
package local
