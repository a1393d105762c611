package data

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// UnmarshalYAML reads the mapping in its written order and keeps each key's
// text, so that 0.00005 and True stay what they are.
func (vs *Values) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: values are a mapping {value: where it was found}", n.Line)
	}
	seen := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		key, from := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || from.Kind != yaml.ScalarNode:
			return fmt.Errorf("line %d: a value and where it was found are plain text", key.Line)
		case key.Value == "":
			return fmt.Errorf("line %d: an empty value", key.Line)
		case seen[key.Value]:
			return fmt.Errorf("line %d: value %q occurs twice", key.Line, key.Value)
		}
		seen[key.Value] = true
		*vs = append(*vs, Value{key.Value, from.Value, key.Line})
	}
	return nil
}
