package data_test

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"podium/data"
)

// Every task file keeps to the schema that editors are pointed to, and the
// schema is no laxer than the reader where the two can be compared.
func TestTaskSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("task.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("tasks/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	demo, err := filepath.Glob("demo/tasks/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, demo...) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document(t, file, b)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for name, text := range map[string]string{
		"no wordings":    "type: bash",
		"unknown member": "type: bash\nlevel: 3",
		"two entries":    "entry: {script: a.py, module: b}",
		"list of values": "arguments: [{name: a, values: [1, 2]}]",
	} {
		if err := schema.Validate(document(t, name, []byte(text))); err == nil {
			t.Errorf("%s: it passed", name)
		}
	}
}

// document reads YAML as JSON Schema sees it: keys are text.
func document(t *testing.T, name string, b []byte) any {
	var n yaml.Node
	if err := yaml.Unmarshal(b, &n); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return plain(t, n.Content[0])
}

func plain(t *testing.T, n *yaml.Node) any {
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i < len(n.Content); i += 2 {
			m[n.Content[i].Value] = plain(t, n.Content[i+1])
		}
		return m
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			list = append(list, plain(t, c))
		}
		return list
	}
	var v any
	if err := n.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func FuzzTask(f *testing.F) {
	files, err := filepath.Glob("tasks/*/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files[:3] {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("arguments: [{name: a, values: {? [1] : made}}]"))
	f.Fuzz(func(t *testing.T, b []byte) {
		tasks, err := data.Tasks(fstest.MapFS{"tasks/x/x-y.yaml": {Data: b}}, "x")
		if err == nil && (len(tasks) != 1 || len(tasks[0].Wordings) < 2) {
			t.Errorf("%q was read as %v", b, tasks)
		}
	})
}
