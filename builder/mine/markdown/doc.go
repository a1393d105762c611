// Package markdown reads the structure of a README by CommonMark: its sections
// and its blocks and spans of code, each with its place in the file. It knows
// nothing of what the code means.
package markdown
