package data_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Every competition's file keeps to the schema that editors are pointed to.
func TestCompetitionSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("competition.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("competitions/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document(t, file, b)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(map[string]any){
		"no metric":      func(m map[string]any) { delete(m, "metric") },
		"unknown metric": func(m map[string]any) { m["metric"] = "luck" },
		"two metrics": func(m map[string]any) {
			m["metric"] = map[string]any{"mae": map[string]any{}, "rmse": map[string]any{}}
		},
		"unknown member":    func(m map[string]any) { m["level"] = 3 },
		"unknown check":     func(m map[string]any) { m["strict"] = map[string]any{"checks": []any{"hope"}} },
		"guessed direction": func(m map[string]any) { m["direction"] = "" },
	} {
		d := document(t, files[0], good).(map[string]any)
		change(d)
		if err := schema.Validate(d); err == nil {
			t.Errorf("%s: it passed", name)
		}
	}
}
