// Package signature reads how the functions and classes of a Python file are
// called: their parameters with defaults, a class by its __init__.
package signature
