// Package argv reads the positionals that Python files take from sys.argv by
// their number.
package argv
