// Package argparse reads the options that Python files declare with argparse,
// or with optparse, its elder.
//
// Each file is first compiled to a program of the few operations that matter: a
// parser is made, an option is added, a function is called, a value is returned.
// Then the programs are run together, which follows a parser through functions,
// modules, classes and parents, and tells which options a script takes and what
// changes them from afar (set_defaults, argument_default). No Python is run.
package argparse
