// Package source gives the miner's readers a repository's files, parsed once, and
// finds the file that a Python import means.
package source
