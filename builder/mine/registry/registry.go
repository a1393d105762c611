package registry

import (
	"slices"
	"strings"

	"podium/builder/mine/source"
	"podium/data"
	"podium/internal/python"
)

// minKeys is how many keys make a registry: a dict of one is more often a setting,
// but for one that is a class's constant.
const minKeys = 2

// maxKey is the longest name in bytes.
const maxKey = 64

// Read lists the registries of a module, in source order.
func Read(f *source.Python, module string) []data.Registry {
	r := &reader{f: f, module: module, byDecorator: map[string]int{}}
	r.statements(f.Root(), "")
	return r.found
}

type reader struct {
	f           *source.Python
	module      string
	found       []data.Registry
	byDecorator map[string]int // index in found
}

func (r *reader) text(n *python.Node) string { return r.f.Text(n) }

// statements looks at assignments and decorators; class is the class that they
// stand in. Nesting is bounded by python.Parse.
func (r *reader) statements(n *python.Node, class string) {
	for _, child := range python.Named(n) {
		switch child.Kind() {
		case "assignment":
			r.assignment(child, class)
		case "decorated_definition":
			r.decorators(child)
			if d := child.ChildByFieldName("definition"); d != nil {
				r.definition(d, class)
			}
		case "function_definition", "class_definition":
			r.definition(child, class)
		default:
			if source.IsStatement(child) {
				r.statements(child, class)
			}
		}
	}
}

func (r *reader) definition(n *python.Node, class string) {
	body := n.ChildByFieldName("body")
	if body == nil {
		return
	}
	if name := n.ChildByFieldName("name"); name != nil && n.Kind() == "class_definition" {
		class = r.text(name)
	}
	r.statements(body, class)
}

// assignment reads NAME = {…}, NAME = dict(…), NAME = […] and self.name = {…}.
func (r *reader) assignment(n *python.Node, class string) {
	left, right := n.ChildByFieldName("left"), n.ChildByFieldName("right")
	if left == nil || right == nil {
		return
	}
	name := strings.TrimPrefix(source.Dotted(left, r.f.Source), "self.")
	if !isRegistry(name) {
		return
	}
	keys := r.keys(right)
	least := minKeys
	if class != "" && right.Kind() == "dictionary" && name == strings.ToUpper(name) {
		least = 1
	}
	if len(keys) < least || slices.ContainsFunc(keys, isProse) {
		return
	}
	if class != "" {
		name = class + "." + name
	}
	r.found = append(r.found, data.Registry{Name: r.module + ":" + name, Line: python.Line(n), Keys: keys})
}

// isProse tells a text from the name of a thing.
func isProse(key string) bool { return len(key) > maxKey || strings.ContainsAny(key, " \t\r\n") }

// isRegistry tells by its name whether a variable may be a registry: a constant's,
// or one that ends as registries' do.
func isRegistry(name string) bool {
	if name == "" || strings.Contains(name, ".") {
		return false
	}
	if name == strings.ToUpper(name) && strings.ToLower(name) != name || strings.HasPrefix(name, "_") && len(name) > 1 && isUpper(name[1]) {
		return true
	}
	for _, ending := range []string{"_dict", "_models", "_modes", "_registry", "_map", "_factory", "_choices"} {
		if strings.HasSuffix(name, ending) {
			return true
		}
	}
	return false
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// keys are a collection's literal strings; nil when it is no collection.
func (r *reader) keys(n *python.Node) []string {
	var keys []string
	add := func(n *python.Node) {
		if v, err := python.Literal(n, r.f.Source); err == nil {
			if s, ok := v.(python.String); ok {
				keys = append(keys, string(s))
			}
		}
	}
	switch n.Kind() {
	case "dictionary":
		for _, pair := range python.Named(n) {
			if key := pair.ChildByFieldName("key"); key != nil {
				add(key)
			}
		}
	case "list", "tuple":
		for _, item := range python.Named(n) {
			add(item)
		}
	case "call":
		if f := n.ChildByFieldName("function"); f == nil || r.text(f) != "dict" {
			return nil
		}
		for _, a := range source.Arguments(n, r.f.Source) {
			if a.Keyword != "" {
				keys = append(keys, a.Keyword)
			}
		}
	}
	return keys
}

// decorators reads @register_model and @registry.register_model("name"): one
// registry for each decorator of the file.
func (r *reader) decorators(n *python.Node) {
	for _, d := range python.Named(n) {
		if d.Kind() != "decorator" {
			continue
		}
		for _, expression := range python.Named(d) {
			called := expression.Kind() == "call"
			function := expression
			if called {
				function = expression.ChildByFieldName("function")
			}
			name := source.Dotted(function, r.f.Source)
			if !strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], "register") {
				continue
			}
			if key := r.registered(n, expression, called); key != "" {
				r.register(d, name, key)
			}
		}
	}
}

// registered is the name that a decorator is given, or that of what it decorates.
func (r *reader) registered(n, expression *python.Node, called bool) string {
	if called {
		for _, a := range source.Arguments(expression, r.f.Source) {
			if v, err := python.Literal(a.Value, r.f.Source); err == nil && a.Splat == "" {
				if s, ok := v.(python.String); ok {
					return string(s)
				}
			}
		}
	}
	if d := n.ChildByFieldName("definition"); d != nil {
		if name := d.ChildByFieldName("name"); name != nil {
			return r.text(name)
		}
	}
	return ""
}

func (r *reader) register(d *python.Node, decorator, key string) {
	i, ok := r.byDecorator[decorator]
	if !ok {
		i = len(r.found)
		r.byDecorator[decorator] = i
		r.found = append(r.found, data.Registry{Name: r.module + ":@" + decorator, Line: python.Line(d)})
	}
	r.found[i].Keys = append(r.found[i].Keys, key)
}
