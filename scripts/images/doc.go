// Images makes the sandbox images of the catalogue's environments from Debian
// packages, without a registry: mmdebstrap lays out a root file system, the
// Docker engine imports it. An image carries the digest of the definition it was
// made from, so a second call has nothing to do and a changed definition shows.
//
//	go run ./scripts/images build [NAME…]   makes the missing and the stale ones
//	go run ./scripts/images check [NAME…]   exit 1 unless all are present and fresh
//	go run ./scripts/images list
//
// mmdebstrap takes packages from its default mirror; PODIUM_MIRROR names another.
package main
