// Package shell reads the commands in shell text: which script or module each one
// starts, with which words, in which folder. Variables that are set to plain text
// are put in, cd is followed; nothing else is expanded and nothing is run.
package shell
