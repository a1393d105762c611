package program

import (
	"strconv"
	"strings"
	"unicode"
)

// Escape returns s as it may be shown on a terminal: what could steer one, and
// line breaks, as Go escapes.
func Escape(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return s
	}
	quoted := strconv.Quote(s)
	return strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
}
