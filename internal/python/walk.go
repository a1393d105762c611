package python

// Walk calls visit for n and all that is below it, in source order, with the
// depth below n; where visit returns false, what is below that node is left
// out. It uses a cursor and no recursion.
func Walk(n *Node, visit func(n *Node, depth int) bool) {
	c := n.Walk()
	defer c.Close()
	for depth := 0; ; {
		if visit(c.Node(), depth) && c.GotoFirstChild() {
			depth++
			continue
		}
		for !c.GotoNextSibling() {
			if depth == 0 || !c.GotoParent() {
				return
			}
			depth--
		}
		if depth == 0 {
			return // n has siblings; they are not below it
		}
	}
}

// Children returns the children of n in order, without comments and line
// continuations.
func Children(n *Node) []*Node {
	c := n.Walk()
	defer c.Close()
	var nodes []*Node
	for ok := c.GotoFirstChild(); ok; ok = c.GotoNextSibling() {
		if child := c.Node(); !child.IsExtra() {
			nodes = append(nodes, child)
		}
	}
	return nodes
}

// Named returns the named children of n in order, without comments.
func Named(n *Node) []*Node {
	var nodes []*Node
	for _, child := range Children(n) {
		if child.IsNamed() {
			nodes = append(nodes, child)
		}
	}
	return nodes
}

// Text returns the source text of a node.
func Text(n *Node, src []byte) string { return string(src[n.StartByte():n.EndByte()]) }

// Line returns the 1-based line on which a node starts.
func Line(n *Node) int { return int(n.StartPosition().Row) + 1 }
