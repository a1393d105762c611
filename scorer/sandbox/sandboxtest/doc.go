// Package sandboxtest holds the one conformance suite that every sandbox engine
// passes: what an attempt can do, what it can't, and what is told of it.
//
// Its attempts need bash and Python 3 alone.
package sandboxtest
