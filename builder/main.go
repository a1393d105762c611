// Command builder mines pinned sources into versioned releases.
package main

import (
	"os"

	"podium/builder/cmd"
	"podium/internal/program"
)

func main() { os.Exit(program.Main(cmd.Root(), os.Args[1:])) }
