package schemas

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"
)

// Signature returns the column names and types of T's rows, in order, in one
// line that any reader of Parquet can rebuild from a file's schema:
//
//	row    = "{" name ":" type { "," name ":" type } "}"
//	type   = ( "int64" | "double" | "boolean" | "string" | list | row ) [ "?" ]
//	list   = "[" type "]"
//
// A question mark says that the column may be null.
func Signature[T any]() string {
	return signatureOf(reflect.TypeFor[T]())
}

func signatureOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return signatureOf(t.Elem()) + "?"
	case reflect.Slice:
		return "[" + signatureOf(t.Elem()) + "]"
	case reflect.String:
		return "string"
	case reflect.Int64:
		return "int64"
	case reflect.Float64:
		return "double"
	case reflect.Bool:
		return "boolean"
	case reflect.Struct:
		var fields []string
		for i := range t.NumField() {
			fields = append(fields, columnName(t.Field(i))+":"+signatureOf(t.Field(i).Type))
		}
		return "{" + strings.Join(fields, ",") + "}"
	}
	panic(fmt.Sprintf("schemas: a row type has a field of type %s", t)) // a mistake in this package
}

func columnName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("parquet"), ",")
	return name
}

// FileSignature returns the signature of a Parquet schema.
func FileSignature(n parquet.Node) string {
	logical := ""
	if t := n.Type().LogicalType(); t != nil {
		logical = t.String()
	}
	switch {
	case !n.Leaf() && logical == "LIST":
		return "[" + FileSignature(n.Fields()[0].Fields()[0]) + "]" + optional(n)
	case !n.Leaf():
		var fields []string
		for _, f := range n.Fields() {
			fields = append(fields, f.Name()+":"+FileSignature(f))
		}
		return "{" + strings.Join(fields, ",") + "}" + optional(n)
	case n.Type().Kind() == parquet.ByteArray && logical == "STRING":
		return "string" + optional(n)
	case n.Type().Kind() == parquet.Int64 && (logical == "" || logical == "INT(64,true)"):
		return "int64" + optional(n)
	}
	return strings.ToLower(n.Type().String()) + optional(n)
}

func optional(n parquet.Node) string {
	switch {
	case n.Optional():
		return "?"
	case n.Repeated():
		return "*"
	}
	return ""
}
