// Package argparse reads a command line as Python's argparse does, and a value
// as Python's int, float, bool and str do.
//
// [New] takes the options that a program declares, [Parser.Parse] the words it
// is given; what each option got is in [Action.Given], what is not declared in
// [Parser.Extras]. Defaults are argparse's own: prefix "-", abbreviations
// allowed, -h and --help there. It follows CPython 3.11, Lib/argparse.py.
package argparse
