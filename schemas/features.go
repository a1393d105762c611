package schemas

import (
	"encoding/json"
	"reflect"
	"strings"
)

// features returns the value of the key "huggingface" in a Parquet file's
// metadata: what the datasets library takes the columns to be. A list is written
// in the form [type], which old and new versions of the library read.
func features(t reflect.Type) string {
	return `{"info": {"features": ` + feature(t) + `}}`
}

func feature(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return feature(t.Elem())
	case reflect.Slice:
		return "[" + feature(t.Elem()) + "]"
	case reflect.Struct:
		var fields []string
		for i := range t.NumField() {
			name, _ := json.Marshal(columnName(t.Field(i)))
			fields = append(fields, string(name)+": "+feature(t.Field(i).Type))
		}
		return "{" + strings.Join(fields, ", ") + "}"
	}
	dtype := map[reflect.Kind]string{
		reflect.String: "string", reflect.Int64: "int64", reflect.Float64: "float64", reflect.Bool: "bool",
	}[t.Kind()]
	return `{"dtype": "` + dtype + `", "_type": "Value"}`
}
