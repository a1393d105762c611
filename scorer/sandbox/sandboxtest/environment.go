package sandboxtest

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"podium/schemas"
)

// environment wants exactly what the environment says, and nothing of the host's.
func (x *suite) environment(t *testing.T) {
	t.Setenv("PODIUM_TEST_SECRET", "of the host")
	job := x.job(check{name: "environment", mode: schemas.ModePython, text: "import json, os; print(json.dumps(dict(os.environ)))"})
	job.Environment.Env = []string{"TZ=Europe/Berlin", "MODEL_HOME=/repo/a=b", "EMPTY="}
	f, err := x.Sandbox.Run(t.Context(), job)
	must(t, err)
	var seen map[string]string
	if err := json.NewDecoder(bytes.NewReader(f.Stdout.Head)).Decode(&seen); err != nil {
		t.Fatalf("%v\n%s", err, describe(f))
	}
	var got []string
	for name, value := range seen {
		got = append(got, name+"="+value)
	}
	slices.Sort(got)
	if want := job.Environment.Environ(job.Limits); !slices.Equal(got, want) {
		t.Errorf("environment\ngot  %q\nwant %q", got, want)
	}
}
