// Command scorer turns predictions into verdicts and submissions into medals.
package main

import (
	"os"

	"podium/internal/program"
	"podium/scorer/cmd"
)

func main() { os.Exit(program.Main(cmd.Root(), os.Args[1:])) }
