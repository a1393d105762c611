package run

import (
	"reflect"
	"testing"
	"time"

	"podium/schemas"
	"podium/scorer/sandbox"
)

// Every field of an identity changes its key, those of its limits too.
func TestEveryFieldCounts(t *testing.T) {
	base := Identity{Layers: []string{}, Env: []string{}}
	seen := map[string]string{base.Key(): "nothing"}
	for field, change := range map[string]func(*Identity){
		"Sample":  func(id *Identity) { id.Sample = schemas.Key{GithubID: 1} },
		"Commit":  func(id *Identity) { id.Commit = "c" },
		"Dir":     func(id *Identity) { id.Dir = "d" },
		"Text":    func(id *Identity) { id.Text = "t" },
		"Mode":    func(id *Identity) { id.Mode = "m" },
		"Engine":  func(id *Identity) { id.Engine = "e" },
		"Layers":  func(id *Identity) { id.Layers = []string{"l"} },
		"Root":    func(id *Identity) { id.Root = "r" },
		"Env":     func(id *Identity) { id.Env = []string{"E=1"} },
		"Limits":  func(id *Identity) { id.Limits.Memory = 1 },
		"Time":    func(id *Identity) { id.Limits.Time = time.Second },
		"GPU":     func(id *Identity) { id.GPU = "g" },
		"Wrapper": func(id *Identity) { id.Wrapper = "w" },
		"Repeat":  func(id *Identity) { id.Repeat = 1 },
	} {
		id := base
		change(&id)
		key := id.Key()
		if other, ok := seen[key]; ok {
			t.Errorf("changing %s and changing %s give one key", field, other)
		}
		seen[key] = field
	}
	if n := reflect.TypeFor[Identity]().NumField(); n != 13 {
		t.Errorf("Identity has %d fields, this test changes 13", n)
	}
}

// A key is stable: a journal of today is read tomorrow. The value is sha256sum's,
// of the JSON text that Python's json.dumps with separators (",", ":") gives.
func TestKeyIsStable(t *testing.T) {
	id := Identity{
		Sample: schemas.Key{GithubID: 9, ID: 242}, Commit: "90e7", Dir: ".", Text: "print(1)", Mode: schemas.ModePython,
		Engine: "docker 20.10.24", Layers: []string{"sha256:aa"}, Env: []string{"TZ=UTC"},
		Limits: sandbox.Limits{Time: time.Minute, Memory: 1 << 30, CPUs: 1}, Wrapper: "1",
	}
	const want = "1ada95020e639f3fd016539e4b55a39e4476971be7ffa80cefd761c4647e1861"
	if got := id.Key(); got != want {
		t.Errorf("key %s, want %s", got, want)
	}
}
