package hub_test

import (
	"cmp"
	"os"
	"os/exec"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"podium/builder/hub"
	"podium/builder/hub/hubtest"
)

// The genuine Python client uploads the same files with the same result as we do,
// and reads what we published; datasets loads it from there.
func TestGenuineClient(t *testing.T) {
	python := cmp.Or(os.Getenv("PODIUM_JUDGE_PYTHON"), "python3")
	if out, err := exec.Command(python, "-c", "import huggingface_hub, datasets").CombinedOutput(); err != nil {
		t.Skipf("%s lacks huggingface_hub or datasets (set PODIUM_JUDGE_PYTHON): %v\n%s", python, err, out)
	}
	for name, chunk := range map[string]int64{"basic": 0, "multipart": 1000} {
		t.Run(name, func(t *testing.T) {
			s := standIn(t)
			s.Chunk, s.Anew = chunk, true
			r := release(t, "1.0.0", "one", true)
			publish(t, s, hub.Publication{Release: r})
			c := exec.Command(python, "testdata/client.py", r.Dir, "someone/theirs", repository, "v1.0.0")
			c.Env = append(os.Environ(), "HF_ENDPOINT="+s.URL, "HF_TOKEN="+hubtest.Token, "HF_HUB_DISABLE_XET=1", "HF_HOME="+t.TempDir(), "HF_HUB_DISABLE_TELEMETRY=1")
			out, err := c.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			t.Logf("%s", out)
			if diff := gocmp.Diff(s.Files(repository, "v1.0.0"), s.Files("someone/theirs", "v1.0.0")); diff != "" {
				t.Error("ours - theirs +\n", diff)
			}
		})
	}
}
