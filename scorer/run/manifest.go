package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"time"

	"podium/internal/atomicfile"
	"podium/internal/program"
	"podium/scorer/predict"
	"podium/scorer/sandbox"
)

// Names of the files of a run folder that this package writes.
const (
	manifestFile = "run.json"
	checksFile   = "checks.jsonl"
	attemptsFile = "attempts.jsonl"
)

// SchemaVersion is that of run.json, checks.jsonl and attempts.jsonl.
const SchemaVersion = 1

// Manifest is run.json: what is scored with what.
type Manifest struct {
	SchemaVersion int    `json:"schema_version"`
	Inputs        Inputs `json:"inputs"`
	Source        Source `json:"source"`
	Plan          Plan   `json:"plan"`
}

// Inputs decide every fact of a run. A run goes on only with the inputs it began
// with.
type Inputs struct {
	Release     string          `json:"release"` // digest
	Split       string          `json:"split"`
	Predictions string          `json:"predictions"` // SHA-256 of the file
	Rules       string          `json:"rules"`       // rule.Version
	Wrapper     string          `json:"wrapper"`
	StaticOnly  bool            `json:"static_only"`
	Lenient     bool            `json:"lenient"`
	Engine      *sandbox.Engine `json:"engine,omitempty"` // none: static only
	Images      []sandbox.Image `json:"images,omitempty"`
	Environment string          `json:"environment,omitempty"` // for all, in place of each repository's own
	GPU         string          `json:"gpu,omitempty"`         // model
	Deadline    time.Duration   `json:"deadline_ns"`           // strict's
	Limits      sandbox.Limits  `json:"limits"`
	// Checks is the SHA-256 of checks.jsonl. It covers what has no field of its
	// own: the catalogue and what the static checks found.
	Checks string `json:"checks"`
}

// Source tells people where a run came from; it decides nothing.
type Source struct {
	Predictions string    `json:"predictions"` // path as given
	Release     string    `json:"release"`     // path as given
	Started     time.Time `json:"started"`
	Podium      string    `json:"podium"` // version
	Go          string    `json:"go"`
	Host        Host      `json:"host"`
}

// Host is the machine a run was started on.
type Host struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

// Plan counts what a run has to do and what it leaves out.
type Plan struct {
	Samples   int `json:"samples"`
	Predicted int `json:"predicted"` // samples with at least one output
	Outputs   int `json:"outputs"`
	// Executions are the texts that a rule asks for; equal ones of a sample are one
	// attempt.
	Executions int              `json:"executions"`
	Attempts   int              `json:"attempts"`
	Skipped    map[string]int   `json:"skipped,omitempty"`  // Skip reason -> executions left out
	Dropped    predict.Problems `json:"dropped"`            // lines that a lenient reading left out
	Unplaced   []string         `json:"unplaced,omitempty"` // what was missing and told, with --allow-missing
}

func source(predictions, release string, started time.Time) Source {
	return Source{
		predictions, release, started.UTC(), program.Version, runtime.Version(),
		Host{runtime.GOOS, runtime.GOARCH, runtime.NumCPU()},
	}
}

// InputsError says that a run folder was begun with other inputs.
type InputsError struct {
	Dir     string
	Differs []string // "split: full, now quarter"
}

func (e *InputsError) Error() string {
	return fmt.Sprintf("%s was begun with other inputs; take another folder for --out:\n  %s", e.Dir, strings.Join(e.Differs, "\n  "))
}

// differences names the inputs in which was and now differ, in the order of the
// fields.
func differences(was, now Inputs) []string {
	var list []string
	a, b := reflect.ValueOf(was), reflect.ValueOf(now)
	for i := range a.NumField() {
		// Compared as written, so that what was read back equals what was made.
		x, y := compact(a.Field(i).Interface()), compact(b.Field(i).Interface())
		if x == y {
			continue
		}
		name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
		list = append(list, fmt.Sprintf("%s: was %s, is now %s", name, x, y))
	}
	return list
}

// compact shows a value on one line.
func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// ReadManifest reads run.json of a run folder.
func ReadManifest(dir string) (Manifest, error) {
	var m Manifest
	path := filepath.Join(dir, manifestFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("%s is no run: %w", dir, err)
	}
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	if m.SchemaVersion != SchemaVersion {
		return m, fmt.Errorf("%s: schema version %d, this scorer reads %d", path, m.SchemaVersion, SchemaVersion)
	}
	return m, nil
}

func (m Manifest) write(dir string) error {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(filepath.Join(dir, manifestFile), 0o644, append(b, '\n'))
}
