// Package hydra reads the keys of the YAML files that @hydra.main names: on the
// command line each of them is set as key=value.
package hydra

import (
	"errors"
	"fmt"
	"path"

	"go.yaml.in/yaml/v3"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// Main is a function that hydra starts.
type Main struct {
	File   string // of the configuration, relative to the repository
	Line   int    // of the decorator
	Unread string // why the file is unknown; empty when it is known
}

// Find looks for @hydra.main in a file; nil when there is none.
func Find(f *source.Python) *Main {
	var found *Main
	python.Walk(f.Root(), func(n *python.Node, _ int) bool {
		if found != nil || n.Kind() != "decorator" {
			return found == nil
		}
		for _, call := range python.Named(n) {
			if call.Kind() != "call" {
				continue
			}
			target, _ := source.Resolve(source.Dotted(call.ChildByFieldName("function"), f.Source), f.Imports)
			if target == "hydra.main" || target == "hydra:main" {
				found = read(f, call)
			}
		}
		return false
	})
	return found
}

// Dotlist is the line in which a file sets keys of a configuration from words
// key=value of a command line, 0 when it does not.
func Dotlist(f *source.Python) int {
	line := 0
	python.Walk(f.Root(), func(n *python.Node, _ int) bool {
		if line == 0 && n.Kind() == "call" {
			switch target, _ := source.Resolve(source.Dotted(n.ChildByFieldName("function"), f.Source), f.Imports); target {
			case "omegaconf:OmegaConf.from_dotlist", "omegaconf:OmegaConf.from_cli", "omegaconf.OmegaConf.from_dotlist", "omegaconf.OmegaConf.from_cli":
				line = python.Line(n)
			}
		}
		return line == 0
	})
	return line
}

func read(f *source.Python, call *python.Node) *Main {
	m := &Main{Line: python.Line(call)}
	values := map[string]string{}
	for i, a := range source.Arguments(call, f.Source) {
		name := a.Keyword
		if name == "" && i < 2 {
			name = []string{"config_path", "config_name"}[i]
		}
		v, err := python.Literal(a.Value, f.Source)
		if err != nil {
			m.Unread = "the configuration of hydra.main is computed"
			return m
		}
		values[name] = python.Str(v)
	}
	name := values["config_name"]
	if name == "" || name == "None" {
		m.Unread = "hydra.main names no configuration"
		return m
	}
	if path.Ext(name) != ".yaml" {
		name += ".yaml"
	}
	m.File = path.Join(path.Dir(f.File), values["config_path"], name)
	return m
}

// maxDepth bounds how deep keys nest.
const maxDepth = 32

// Options lists the leaves of a configuration as options named a.b.c, with the
// YAML text of their values as default. Lists are leaves. Hydra's own settings are
// left out.
func Options(config []byte) ([]data.DeclaredOption, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(config, &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("not a mapping")
	}
	var options []data.DeclaredOption
	return options, leaves(doc.Content[0], "", 0, &options)
}

func leaves(mapping *yaml.Node, prefix string, depth int, options *[]data.DeclaredOption) error {
	if depth > maxDepth {
		return fmt.Errorf("line %d: keys nest deeper than %d", mapping.Line, maxDepth)
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		key, value := mapping.Content[i], mapping.Content[i+1]
		if depth == 0 && (key.Value == "hydra" || key.Value == "defaults") {
			continue
		}
		if value.Kind == yaml.MappingNode && len(value.Content) > 0 {
			if err := leaves(value, prefix+key.Value+".", depth+1, options); err != nil {
				return err
			}
			continue
		}
		o := data.DeclaredOption{Line: key.Line}
		o.Names, o.Dest = []string{prefix + key.Value}, prefix+key.Value
		if value.Kind == yaml.ScalarNode {
			o.Default = &value.Value
		} else {
			o.Computed = []string{"default"}
		}
		*options = append(*options, o)
	}
	return nil
}

// Composed tells whether a configuration is put together from others by a list of
// defaults.
func Composed(config []byte) bool {
	var top map[string]yaml.Node
	if yaml.Unmarshal(config, &top) != nil {
		return false
	}
	_, ok := top["defaults"]
	return ok
}
