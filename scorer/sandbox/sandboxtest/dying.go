package sandboxtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"podium/schemas"
	"podium/scorer/sandbox"
	"podium/scorer/sandbox/pid1"
)

// Dying wants an init that dies without a result to count as the attempt's doing
// once the attempt had started, and as the sandbox's before. open opens the
// engine with an init.
func Dying(t *testing.T, open func(t *testing.T, init string) Subject) {
	for name, c := range map[string]struct {
		program string
		fault   bool // of the sandbox's
	}{
		"before the start": {`println("cannot"); os.Exit(1)`, true},
		"after the start":  {`println("` + pid1.StartLine + `"); println("fatal error: newosproc"); os.Exit(2)`, false},
		"half a result":    {`println("` + pid1.StartLine + `"); os.Stdout.WriteString("{\"facts\":{\"end\":\"exited\""); os.Exit(2)`, false},
		"not a result":     {`println("` + pid1.StartLine + `"); os.Stdout.WriteString("exited 0\n"); os.Exit(2)`, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, static(t, c.program))
			f, err := s.Sandbox.Run(t.Context(), sandbox.Job{
				Name: "dying init", Environment: s.Environment, Tree: Tree(t), Mode: schemas.ModeBash, Text: "true",
			})
			var trouble *schemas.Trouble
			switch {
			case c.fault && !errors.As(err, &trouble):
				t.Errorf("want a trouble, got %v\n%s", err, describe(f))
			case !c.fault && (err != nil || f.End != schemas.EndSignal):
				t.Errorf("want end %s, got %v\n%s", schemas.EndSignal, err, describe(f))
			}
		})
	}
}

// static builds a program of these statements, which may use os.
func static(t *testing.T, statements string) string {
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "init")
	must(t, os.WriteFile(source, []byte("package main\n\nimport \"os\"\n\nfunc main() {\n"+statements+"\n}\n"), 0o644))
	cmd := exec.Command("go", "build", "-o", program, source)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return program
}
