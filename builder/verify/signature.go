package verify

import (
	"strings"

	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/schema"
)

// signature writes a Parquet schema in the form that schemas.Signature defines.
// It takes the file's own schema: the Arrow schema made of it says of every
// list that its items may be null.
func signature(n schema.Node) string {
	group, ok := n.(*schema.GroupNode)
	if !ok {
		return leaf(n.(*schema.PrimitiveNode)) + nullable(n)
	}
	if _, list := n.LogicalType().(schema.ListLogicalType); list && group.NumFields() == 1 {
		if repeated, ok := group.Field(0).(*schema.GroupNode); ok && repeated.NumFields() == 1 {
			return "[" + signature(repeated.Field(0)) + "]" + nullable(n)
		}
	}
	parts := make([]string, group.NumFields())
	for i := range parts {
		parts[i] = group.Field(i).Name() + ":" + signature(group.Field(i))
	}
	return "{" + strings.Join(parts, ",") + "}" + nullable(n)
}

func leaf(n *schema.PrimitiveNode) string {
	if _, ok := n.LogicalType().(schema.StringLogicalType); ok {
		return "string"
	}
	plain := n.LogicalType() == nil || n.LogicalType().IsNone() || n.LogicalType().Equals(schema.NewIntLogicalType(64, true))
	switch {
	case plain && n.PhysicalType() == parquet.Types.Int64:
		return "int64"
	case plain && n.PhysicalType() == parquet.Types.Double:
		return "double"
	case plain && n.PhysicalType() == parquet.Types.Boolean:
		return "boolean"
	}
	return n.PhysicalType().String() + "(" + n.LogicalType().String() + ")"
}

// nullable marks what may be null or, outside a list, repeated. The root is neither.
func nullable(n schema.Node) string {
	switch {
	case n.Parent() == nil:
		return ""
	case n.RepetitionType() == parquet.Repetitions.Optional:
		return "?"
	case n.RepetitionType() == parquet.Repetitions.Repeated:
		return "*"
	}
	return ""
}
