package cmd

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"podium/internal/program"
	"podium/schemas"
	"podium/scorer/run"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"scorer": func() { os.Exit(program.Main(Root(), os.Args[1:])) },
	})
}

// TestScripts runs whole commands as testdata/*.txtar write them down.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"release": makeRelease,
		},
		Condition: func(name string) (bool, error) {
			if name != "gpu" {
				return false, errors.New("unknown condition " + name)
			}
			gpus, err := run.ListGPUs(t.Context())
			return err == nil && len(gpus) > 0, nil
		},
	})
}

// exits runs a command that must exit with a code: exits CODE COMMAND ARG…
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%v: exit code %d, want %s", args[1:], code, args[0])
	}
}

// makeRelease makes a release of one split: release DIR SPLIT SAMPLES.jsonl
func makeRelease(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: release DIR SPLIT SAMPLES.jsonl")
	}
	f, err := os.Open(ts.MkAbs(args[2]))
	ts.Check(err)
	defer f.Close()
	var samples []schemas.Sample
	for lines := bufio.NewScanner(f); lines.Scan(); {
		s := schemas.Sample{Github: "https://github.com/x/y", Path: "./", Judged: schemas.JudgedExecution}
		ts.Check(json.Unmarshal(lines.Bytes(), &s))
		samples = append(samples, s)
	}
	manifest := schemas.Manifest{Version: "1.0.0", Text: schemas.TextNone}
	_, err = schemas.CreateRelease(context.Background(), ts.MkAbs(args[0]), manifest, func(w *schemas.ReleaseWriter) error {
		return schemas.AddRows(w, schemas.SamplesTable(), args[1], samples)
	})
	ts.Check(err)
}
