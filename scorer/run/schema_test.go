package run

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"podium/schemas"
)

// The files of a run are what their JSON Schemas say.
func TestFilesMatchTheirSchemas(t *testing.T) {
	executed := options(t, newScripted(), []string{text("a"), text("exit 1"), text("lost"), "no"}, nil)
	static := options(t, nil, []string{text("a")})
	static.Sandbox = nil
	lenient := options(t, newScripted(), []string{text("a")}, []string{text("a")})
	lenient.Release = lenient.Release.(release)[:1]
	lenient.Lenient = true
	for name, opts := range map[string]Options{"executed": executed, "static": static, "lenient": lenient} {
		mustRun(t, opts)
		for file, schema := range map[string]string{
			manifestFile: "run.schema.json", checksFile: "check.schema.json", attemptsFile: "attempt.schema.json",
		} {
			b, err := os.ReadFile(filepath.Join(opts.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			docs := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
			if file == manifestFile {
				docs = [][]byte{b}
			}
			for _, doc := range docs {
				if len(doc) == 0 {
					continue // nothing was executed
				}
				if err := validate(schema, doc); err != nil {
					t.Errorf("%s: %s: %v\n%s", name, file, err, doc)
				}
			}
		}
	}
}

func validate(name string, doc []byte) error {
	f, err := schemas.JSONSchemas().Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	source, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, source); err != nil {
		return err
	}
	schema, err := c.Compile(name)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}
