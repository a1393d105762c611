package sandboxtest

import (
	"errors"
	"testing"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// faults are the caller's or the release's: a trouble, never facts.
func (x *suite) faults(t *testing.T) {
	for name, spoil := range map[string]func(*sandbox.Job){
		"unknown mode":     func(j *sandbox.Job) { j.Mode = "perl" },
		"dir outside":      func(j *sandbox.Job) { j.Dir = "../.." },
		"dir not there":    func(j *sandbox.Job) { j.Dir = "no/such/folder" },
		"dir is a file":    func(j *sandbox.Job) { j.Dir = "train.py" },
		"tree not there":   func(j *sandbox.Job) { j.Tree += "/none" },
		"tree is a file":   func(j *sandbox.Job) { j.Tree += "/train.py" },
		"no python or sh":  func(j *sandbox.Job) { j.Environment.Env = []string{"PATH=/nowhere"} },
		"a GPU not to get": func(j *sandbox.Job) { j.GPUs = []string{"GPU-00000000-0000-0000-0000-000000000000"} },
	} {
		t.Run(name, func(t *testing.T) {
			job := x.job(check{name: name, text: "true"})
			spoil(&job)
			f, err := x.Sandbox.Run(t.Context(), job)
			var trouble *schemas.Trouble
			if !errors.As(err, &trouble) {
				t.Fatalf("want a trouble, got %v\n%s", err, describe(f))
			}
			if job.GPUs != nil && trouble.Kind != schemas.GPUUnavailable {
				t.Errorf("want %s, got %v", schemas.GPUUnavailable, trouble)
			}
		})
	}
}
