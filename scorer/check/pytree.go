package check

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"podium/internal/python"
)

// node is a syntax node with what the checks need at hand: its parent, its
// children and the scope its names are looked up in. Trees are at most
// python.MaxDepth deep, so functions here may recurse over them.
type node struct {
	kind   string
	field  string // its role in the parent: function, arguments, left, …
	named  bool
	line   int
	from   int // byte offset
	to     int
	parent *node
	kids   []*node // without comments
	scope  *scope
	ts     *python.Node
}

// child returns the child with a role, or nil.
func (n *node) child(field string) *node {
	for _, k := range n.kids {
		if k.field == field {
			return k
		}
	}
	return nil
}

// namedKids returns the children that are not mere tokens.
func (n *node) namedKids() []*node {
	var list []*node
	for _, k := range n.kids {
		if k.named {
			list = append(list, k)
		}
	}
	return list
}

// inside reports whether n is m or below it.
func (n *node) inside(m *node) bool {
	for ; n != nil; n = n.parent {
		if n == m {
			return true
		}
	}
	return false
}

// each calls visit for n and all below it, parents first; where visit returns
// false, what is below is left out.
func (n *node) each(visit func(*node) bool) {
	if !visit(n) {
		return
	}
	for _, k := range n.kids {
		k.each(visit)
	}
}

// program is a Python text read for checking.
type program struct {
	src     string
	tree    *python.Tree
	root    *node
	module  *scope
	calls   []*node         // all calls, in source order
	mutated map[string]bool // names whose container is changed somewhere
	aliased map[string]bool // names that share a value with another
	set     map[string]bool // attributes that are assigned
	classes map[*node]*scope
	uses    map[string]int // how often a name is read
	dir     string         // working directory, relative to the tree
	known   map[scopedName][]string
	callers map[*node][]*node // calls that run a function
	steps   int               // of folding expressions; bounded
}

func (p *program) text(n *node) string { return p.src[n.from:n.to] }

// readPython parses text. The error says why it is no program that strict reads.
func readPython(text, dir string) (*program, error) {
	if what := misread(text); what != "" {
		return nil, fmt.Errorf("%s: the grammar and Python may read it differently", what)
	}
	tree, err := python.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	p := &program{src: text, tree: tree, dir: dir, mutated: map[string]bool{}, aliased: map[string]bool{}, set: map[string]bool{}, classes: map[*node]*scope{}, uses: map[string]int{}, known: map[scopedName][]string{}}
	p.root = p.build()
	if tree.HasError() {
		line := 0
		p.root.each(func(n *node) bool {
			if line == 0 && (n.ts.IsError() || n.ts.IsMissing()) {
				line = n.line
			}
			return line == 0 && n.ts.HasError()
		})
		tree.Close()
		return nil, fmt.Errorf("line %d is no Python", max(line, 1))
	}
	if name := p.unnormalised(); name != "" {
		tree.Close()
		return nil, fmt.Errorf("the identifier %q: Python reads it as %q", name, norm.NFKC.String(name))
	}
	p.module = p.scopes()
	return p, nil
}

// build copies the tree out of the parser's memory in one cursor walk.
func (p *program) build() *node {
	c := p.tree.Root().Walk()
	defer c.Close()
	var root, parent *node
	for {
		ts := c.Node()
		n := &node{
			kind: ts.Kind(), field: c.FieldName(), named: ts.IsNamed(), line: python.Line(ts),
			from: int(ts.StartByte()), to: int(ts.EndByte()), parent: parent, ts: ts,
		}
		if !ts.IsExtra() || ts.IsError() {
			if parent == nil {
				root = n
			} else {
				parent.kids = append(parent.kids, n)
			}
			if c.GotoFirstChild() {
				parent = n
				continue
			}
		}
		for !c.GotoNextSibling() {
			if parent == nil || !c.GotoParent() {
				return root
			}
			parent = parent.parent
		}
	}
}

// unnormalised returns an identifier that Python would normalise to another one.
func (p *program) unnormalised() string {
	if isASCII(p.src) {
		return ""
	}
	found := ""
	p.root.each(func(n *node) bool {
		if n.kind == "identifier" && found == "" && !norm.NFKC.IsNormalString(p.text(n)) {
			found = p.text(n)
		}
		return true
	})
	return found
}

var (
	codingLine     = regexp.MustCompile(`^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)`)
	spaceBeforeTab = regexp.MustCompile(`(?m)^\t* +\t`)
	leadingSlash   = regexp.MustCompile(`(?m)^[ \t\f]*\\$`)
	formFeed       = regexp.MustCompile(`(?m)^[ \t]*\f`)
)

// misread names what the grammar and CPython read differently. Each of them can
// hide a statement from one of the two.
func misread(text string) string {
	lines := strings.SplitN(text, "\n", 3)
	for i, line := range lines[:min(len(lines), 2)] {
		if m := codingLine.FindStringSubmatch(line); m != nil {
			switch strings.ReplaceAll(strings.ToLower(m[1]), "_", "-") {
			case "utf-8", "utf8", "utf-8-sig":
			default:
				return "the coding line " + m[1]
			}
		}
		if i == 0 && strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimLeft(line, " \t\f"), "#") {
			break // a coding line counts on the second line when the first is blank or a comment
		}
	}
	switch {
	case strings.ContainsAny(text, "\uFEFF\u200B\u2060"):
		return "an invisible character"
	case spaceBeforeTab.MatchString(text):
		return "a blank before a tab at the start of a line"
	case leadingSlash.MatchString(text):
		return "a line that is a backslash alone"
	case formFeed.MatchString(text):
		return "a form feed at the start of a line"
	}
	return ""
}

// readsAsPython reports whether a text that should be a command is a Python program.
func readsAsPython(text string) bool {
	p, err := readPython(text, ".")
	if err != nil {
		return false
	}
	defer p.tree.Close()
	found := false
	p.root.each(func(n *node) bool {
		switch n.kind {
		case "import_statement", "import_from_statement", "call", "assignment", "function_definition", "class_definition":
			found = true
		}
		return !found
	})
	return found
}
