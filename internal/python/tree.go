package python

import (
	"errors"
	"fmt"
	"time"

	sitter "github.com/tree-sitter/go-tree-sitter"
	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Bounds on what is parsed. Python itself refuses brackets nested deeper than
// MaxNesting; MaxDepth bounds the tree, so that a function that recurses over
// nodes cannot exhaust the stack.
const (
	MaxSize    = 1 << 20 // bytes
	MaxNesting = 200     // brackets inside brackets, blocks inside blocks
	MaxDepth   = 2000    // levels of the syntax tree
)

const maxTime = 10 * time.Second

// Errors of Parse and Eval; test with errors.Is.
var (
	ErrTooLarge = errors.New("source is over 1 MiB")
	ErrTooDeep  = errors.New("source is nested too deep")
	ErrTooSlow  = errors.New("source took too long to parse")
)

// Node is a node of a syntax tree. It is valid until its Tree is closed. Do not
// call its Child(i), NextSibling or Parent in a loop: each starts from the
// parent or the root again, so the loop is quadratic. Use [Children] and [Walk].
type Node = sitter.Node

// Tree is a parsed program. Close frees it.
type Tree struct {
	Source []byte
	tree   *sitter.Tree
}

// Parse parses src as a module. Text that is not Python gives a tree with
// errors, not an error; an error is ErrTooLarge, ErrTooDeep or ErrTooSlow.
func Parse(src []byte) (*Tree, error) {
	if len(src) > MaxSize {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(src))
	}
	if at := tooDeep(src); at >= 0 {
		return nil, fmt.Errorf("%w: more than %d levels at byte %d", ErrTooDeep, MaxNesting, at)
	}
	parser := sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(sitter.NewLanguage(grammar.Language())); err != nil {
		return nil, fmt.Errorf("python grammar: %w", err)
	}
	deadline := time.Now().Add(maxTime)
	tree := parser.ParseWithOptions(reader(src), nil, &sitter.ParseOptions{
		ProgressCallback: func(sitter.ParseState) bool { return time.Now().After(deadline) },
	})
	if tree == nil {
		return nil, fmt.Errorf("%w: %s", ErrTooSlow, maxTime)
	}
	t := &Tree{Source: src, tree: tree}
	deep := false
	Walk(t.Root(), func(_ *Node, depth int) bool {
		deep = deep || depth > MaxDepth
		return !deep
	})
	if deep {
		t.Close()
		return nil, fmt.Errorf("%w: its syntax tree has more than %d levels", ErrTooDeep, MaxDepth)
	}
	return t, nil
}

// reader hands src over in pieces: the binding copies whatever it is handed,
// again each time the parser goes back.
func reader(src []byte) func(int, sitter.Point) []byte {
	return func(at int, _ sitter.Point) []byte {
		if at >= len(src) {
			return nil
		}
		return src[at:min(at+4096, len(src))]
	}
}

// Root returns the module node.
func (t *Tree) Root() *Node { return t.tree.RootNode() }

// HasError says whether any part of the source is not Python to the grammar.
func (t *Tree) HasError() bool { return t.Root().HasError() }

// Text returns the source text of a node.
func (t *Tree) Text(n *Node) string { return Text(n, t.Source) }

// Close frees the tree; its nodes must not be used after.
func (t *Tree) Close() { t.tree.Close() }
