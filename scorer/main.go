// Command scorer turns predictions into verdicts and submissions into medals.
//
// The same program is the first process of every sandbox (package pid1): that
// verb is for engines alone and goes past the command line.
package main

import (
	"os"

	"podium/internal/program"
	"podium/scorer/cmd"
	"podium/scorer/sandbox/pid1"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == pid1.Verb {
		os.Exit(pid1.Main(os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(program.Main(cmd.Root(), os.Args[1:]))
}
