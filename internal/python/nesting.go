package python

// tooDeep returns where brackets or blocks of src are nested deeper than
// MaxNesting, or -1. It is one linear scan that knows strings and comments; it
// counts an f-string's brackets too, since its expressions are code.
func tooDeep(src []byte) int {
	var (
		open    []byte // brackets that are; one closed by another's end stays open
		indents = []int{0}
		fresh   = true // at the start of a logical line
	)
	for i := 0; i < len(src); {
		if fresh && len(open) == 0 {
			var width int
			if i, width = indentation(src, i); i < len(src) && src[i] != '\n' && src[i] != '\r' && src[i] != '#' {
				for len(indents) > 1 && indents[len(indents)-1] > width {
					indents = indents[:len(indents)-1]
				}
				if width > indents[len(indents)-1] {
					indents = append(indents, width)
				}
			}
			fresh = false
			if i == len(src) {
				break
			}
		}
		switch c := src[i]; c {
		case '(', '[', '{':
			open = append(open, c)
		case ')', ']', '}':
			if n := len(open); n > 0 && closes(c, open[n-1]) {
				open = open[:n-1]
			}
		case '\n':
			fresh = true
		case '\\':
			i++ // an escaped line end continues the line
		case '#':
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case '"', '\'':
			end, inner := stringEnd(src, i, isFormatted(src, i))
			if len(open)+inner+len(indents)-1 > MaxNesting {
				return i
			}
			i = end
			continue
		}
		if len(open)+len(indents)-1 > MaxNesting {
			return i
		}
		i++
	}
	return -1
}

func closes(end, open byte) bool {
	return end == ')' && open == '(' || end == ']' && open == '[' || end == '}' && open == '{'
}

// indentation returns where a line's first token is and its column, tabs being
// worth eight as in Python.
func indentation(src []byte, i int) (next, width int) {
	for ; i < len(src); i++ {
		switch src[i] {
		case ' ':
			width++
		case '\t':
			width += 8 - width%8
		case '\f':
			width = 0
		default:
			return i, width
		}
	}
	return i, width
}

// isFormatted says whether the string that opens at i has an f (or t) prefix.
func isFormatted(src []byte, i int) bool {
	for j := i - 1; j >= 0 && j >= i-2; j-- {
		switch src[j] | 0x20 {
		case 'f', 't':
			return true
		case 'r':
		default:
			return false
		}
	}
	return false
}

// stringEnd returns the position after the string that opens at i, and the
// deepest bracket nesting in it when it is formatted.
func stringEnd(src []byte, i int, formatted bool) (end, deepest int) {
	quote, width := src[i], 1
	if i+2 < len(src) && src[i+1] == quote && src[i+2] == quote {
		width = 3
	}
	depth := 0
	for i += width; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case c == quote && (width == 1 || i+2 < len(src) && src[i+1] == quote && src[i+2] == quote):
			return i + width, deepest
		case c == '\n' && width == 1:
			return i, deepest // unterminated
		case formatted && (c == '(' || c == '[' || c == '{'):
			depth++
			deepest = max(deepest, depth)
		case formatted && (c == ')' || c == ']' || c == '}'):
			depth = max(depth-1, 0)
		}
	}
	return len(src), deepest
}
