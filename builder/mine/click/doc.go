// Package click reads the options and arguments that functions declare with
// click's decorators.
package click
