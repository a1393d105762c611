// Package mine reads the pinned repositories of a store statically and gathers
// what it finds in a lock: facts with their origin, never prose. One folder reads
// one kind of thing:
//
//	source      a repository's files, and how Python finds a module among them
//	argparse    options declared with argparse, wherever the parser is built
//	flags       options declared with absl's or TensorFlow's flags
//	click       options declared with click's decorators
//	argv        positionals read from sys.argv by number
//	hydra       keys of the configurations that @hydra.main names
//	signature   how functions and classes are called
//	markdown    READMEs: sections, code blocks
//	shell       commands in shell scripts and in READMEs' blocks
//	registry    names of models, data sets and modes
//	licence     which licence a text is
//	snippet     Python in READMEs: imports and calls
//
// Nothing is run and nothing is guessed: what cannot be read is listed as such.
package mine
