package source

import (
	"strings"

	"podium/data"
	"podium/internal/python"
)

// Python is a parsed Python file. Close frees its tree.
type Python struct {
	data.LockedFile
	*python.Tree
	// Imports and Stars are what Imports gives.
	Imports map[string]string
	Stars   []string
}

// ParsePython parses a file.
func ParsePython(f data.LockedFile, src []byte) (*Python, error) {
	tree, err := python.Parse(src)
	if err != nil {
		return nil, err
	}
	p := &Python{LockedFile: f, Tree: tree}
	p.Imports, p.Stars = Imports(tree.Root(), src)
	return p, nil
}

// statementKinds are the nodes that statements are in.
var statementKinds = map[string]bool{
	"module": true, "block": true, "function_definition": true, "class_definition": true, "decorated_definition": true,
	"if_statement": true, "elif_clause": true, "else_clause": true, "for_statement": true, "while_statement": true,
	"try_statement": true, "except_clause": true, "except_group_clause": true, "finally_clause": true,
	"with_statement": true, "match_statement": true, "case_clause": true, "ERROR": true,
}

// IsStatement tells whether n is a statement, or a part of one, that may have
// statements in it.
func IsStatement(n *python.Node) bool {
	return statementKinds[n.Kind()] || n.Kind() == "expression_statement"
}

// Imports maps the names that import statements anywhere in a file bind to what
// they mean: package.module for a module, package.module:Name for what a module
// holds. A relative import keeps its dots; import a.b gives both a and a.b. stars lists modules imported with "*".
func Imports(root *python.Node, src []byte) (names map[string]string, stars []string) {
	names = map[string]string{}
	python.Walk(root, func(n *python.Node, _ int) bool {
		switch n.Kind() {
		case "import_statement":
			for _, c := range python.Named(n) {
				module, name := aliased(c, src)
				if name == "" { // import a.b binds a, and imports both
					names[module] = module
					module, _, _ = strings.Cut(module, ".")
					name = module
				}
				names[name] = module
			}
			return false
		case "import_from_statement":
			module := ""
			for i, c := range python.Named(n) {
				switch {
				case i == 0:
					module = compact(python.Text(c, src))
				case c.Kind() == "wildcard_import":
					stars = append(stars, module)
				default:
					target, name := aliased(c, src)
					if name == "" {
						name = target
					}
					names[name] = module + ":" + target
				}
			}
			return false
		}
		return statementKinds[n.Kind()]
	})
	return names, stars
}

// aliased splits "a.b as c".
func aliased(n *python.Node, src []byte) (target, name string) {
	if n.Kind() != "aliased_import" {
		return compact(python.Text(n, src)), ""
	}
	if t := n.ChildByFieldName("name"); t != nil {
		target = compact(python.Text(t, src))
	}
	if a := n.ChildByFieldName("alias"); a != nil {
		name = python.Text(a, src)
	}
	return target, name
}

// compact drops white space: Python allows it around a dotted name's dots.
func compact(s string) string { return strings.Join(strings.Fields(s), "") }

// Dotted returns the text of a name or of an attribute of one, "" for any other
// expression.
func Dotted(n *python.Node, src []byte) string {
	var parts []string
	for n != nil && n.Kind() == "attribute" {
		attribute := n.ChildByFieldName("attribute")
		if attribute == nil {
			return ""
		}
		parts = append(parts, python.Text(attribute, src))
		n = n.ChildByFieldName("object")
	}
	if n == nil || n.Kind() != "identifier" {
		return ""
	}
	name := python.Text(n, src)
	for i := len(parts) - 1; i >= 0; i-- {
		name += "." + parts[i]
	}
	return name
}

// Resolve replaces the first part of a dotted name by what the imports say it
// means: np.array becomes numpy.array, Unet becomes model.unet:Unet. ok is false
// when no import binds it.
func Resolve(dotted string, imports map[string]string) (target string, ok bool) {
	first, rest, more := strings.Cut(dotted, ".")
	target, ok = imports[first]
	if !ok {
		return dotted, false
	}
	if more {
		target += "." + rest
	}
	return target, true
}

// Argument is one argument of a call.
type Argument struct {
	Keyword string // empty: by position, or a splat
	Splat   string // "*" or "**"
	Value   *python.Node
}

// Arguments lists the arguments of a call node.
func Arguments(call *python.Node, src []byte) []Argument {
	list := call.ChildByFieldName("arguments")
	if list == nil || list.Kind() != "argument_list" {
		return nil // a generator: f(x for x in y)
	}
	var args []Argument
	for _, c := range python.Named(list) {
		switch c.Kind() {
		case "keyword_argument":
			name, value := c.ChildByFieldName("name"), c.ChildByFieldName("value")
			if name != nil && value != nil {
				args = append(args, Argument{Keyword: python.Text(name, src), Value: value})
			}
		case "list_splat", "dictionary_splat":
			splat := "*"
			if c.Kind() == "dictionary_splat" {
				splat = "**"
			}
			if inner := python.Named(c); len(inner) == 1 {
				args = append(args, Argument{Splat: splat, Value: inner[0]})
			}
		default:
			args = append(args, Argument{Value: c})
		}
	}
	return args
}

// Expression returns an expression's source on one line: as written, or as
// Python's repr when it is a literal written over several lines.
func Expression(n *python.Node, src []byte) string {
	text := python.Text(n, src)
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	if v, err := python.Literal(n, src); err == nil {
		return python.Repr(v)
	}
	return strings.Join(strings.Fields(text), " ")
}
