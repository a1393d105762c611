package verify

// Digest is digest, for tests.
var Digest = digest
