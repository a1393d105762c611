// Package python reads Python source and literals without running anything.
//
// [Parse] gives the syntax tree of a program. [Eval] reads one literal as
// Python's ast.literal_eval does and gives a [Value]; [Str] and [Repr] write a
// Value exactly as Python's str and repr do. Every text is survivable: size and
// nesting are bounded before a parser sees it, and trees are walked by cursor.
package python
