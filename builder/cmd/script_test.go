package cmd

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"podium/internal/program"
)

// TestMain lets the scripts in testdata run this test binary as builder.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"builder": func() { os.Exit(program.Main(Root(), os.Args[1:])) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:  "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"github": startGitHub, "hub": startHub, "kaggle": startKaggle},
	})
}
