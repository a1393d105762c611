package schemas

import (
	"embed"
	"io/fs"
)

//go:embed *.schema.json
var schemaFiles embed.FS

// JSONSchemas holds the JSON Schema of each format, named
// release.schema.json, sample.schema.json, task.schema.json, run.schema.json,
// check.schema.json (a line of checks.jsonl), report.schema.json,
// competition.schema.json, standing.schema.json, attempt.schema.json and
// prediction.schema.json.
func JSONSchemas() fs.FS { return schemaFiles }
