package schemas

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compileSchema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	b, err := fs.ReadFile(JSONSchemas(), name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, v any) error {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}

func TestRowsAreValid(t *testing.T) {
	facts := &Facts{End: EndOutputLimit, Stream: "stdout", Stdout: Stream{Bytes: 3, Head: []byte("\xffab")}, Touched: []string{"output"}}
	manifest, err := os.ReadFile(filepath.Join(goldenRelease, ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		schema string
		value  any
		valid  bool
	}{
		{"release.schema.json", json.RawMessage(manifest), true},
		{"release.schema.json", Manifest{}, false},
		{"sample.schema.json", tinySamples()["full"][0], true},
		{"sample.schema.json", Sample{}, false},
		{"task.schema.json", tinyTasks()[0], true},
		{"task.schema.json", Task{}, false},
		{"attempt.schema.json", Attempt{Key: "k", Mode: ModeBash, Text: "t", Started: time.Unix(0, 0).UTC(), Facts: facts}, true},
		{"attempt.schema.json", Attempt{Key: "k", Mode: ModePython, Text: "t", Trouble: &Trouble{Kind: EngineLost, Message: "gone", Tries: 3}}, true},
		{"attempt.schema.json", Attempt{Key: "k", Mode: ModePython, Text: "t"}, false},
		{"competition.schema.json", tinyCompetitions()[0], true},
		{"competition.schema.json", tinyCompetitions()[1], true},
		{"competition.schema.json", Competition{}, false},
		{"standing.schema.json", tinyStandings()[0], true},
		{"standing.schema.json", Standing{}, false},
		{"prediction.schema.json", json.RawMessage(`{"id": 5, "github_id": 1, "output": ["a"], "model": "m"}`), true},
		{"prediction.schema.json", json.RawMessage(`{"id": 5, "github_id": 1, "output": "a"}`), false},
		{"prediction.schema.json", json.RawMessage(`{"id": 5.5, "github_id": 1, "output": []}`), false},
	} {
		if err := validate(t, compileSchema(t, c.schema), c.value); (err == nil) != c.valid {
			t.Errorf("%s: %v, want valid: %v", c.schema, err, c.valid)
		}
	}
}

// Every JSON member of the Go types is a property of the schema, and the other
// way round, at every level.
func TestSchemasNameEveryMember(t *testing.T) {
	for name, typ := range map[string]reflect.Type{
		"release.schema.json":     reflect.TypeFor[Manifest](),
		"competition.schema.json": reflect.TypeFor[Competition](),
		"standing.schema.json":    reflect.TypeFor[Standing](),
		"sample.schema.json":      reflect.TypeFor[Sample](),
		"task.schema.json":        reflect.TypeFor[Task](),
		"attempt.schema.json":     reflect.TypeFor[Attempt](),
	} {
		compareMembers(t, name, compileSchema(t, name), typ)
	}
}

func compareMembers(t *testing.T, where string, s *jsonschema.Schema, typ reflect.Type) {
	t.Helper()
	for s.Ref != nil {
		s = s.Ref
	}
	switch typ.Kind() {
	case reflect.Pointer:
		compareMembers(t, where, s, typ.Elem())
	case reflect.Slice:
		if items, ok := s.Items2020, typ.Elem().Kind() == reflect.Struct; ok {
			compareMembers(t, where+"[]", items, typ.Elem())
		}
	case reflect.Struct:
		if typ == reflect.TypeFor[time.Time]() {
			return
		}
		var members []string
		for i := range typ.NumField() {
			tag := typ.Field(i).Tag.Get("json")
			member, rest, _ := strings.Cut(tag, ",")
			members = append(members, member)
			property, ok := s.Properties[member]
			if !ok {
				t.Errorf("%s lacks %q, which %s has", where, member, typ)
				continue
			}
			if optional := strings.Contains(rest, "omitempty"); optional == slices.Contains(s.Required, member) {
				t.Errorf("%s: %q is required: %v, in %s it is optional: %v", where, member, !optional, typ, optional)
			}
			compareMembers(t, where+"."+member, property, typ.Field(i).Type)
		}
		for property := range s.Properties {
			if !slices.Contains(members, property) {
				t.Errorf("%s has %q, which %s lacks", where, property, typ)
			}
		}
	}
}
