package where

import (
	"fmt"
	"strings"
)

type kind int

const (
	end kind = iota
	word
	digits
	text
	mark
)

type token struct {
	kind   kind
	text   string // of a string: what it stands for
	offset int
}

// scan splits a constraint into tokens; the last one is the end.
func scan(s string) ([]token, error) {
	var tokens []token
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case c == ' ' || c == '\t' || c == '\n':
			i++
			continue
		case letter(c):
			for i < len(s) && (letter(s[i]) || digit(s[i]) || s[i] == '-') {
				i++
			}
			tokens = append(tokens, token{word, s[start:i], start})
		case digit(c) || (c == '-' || c == '.') && i+1 < len(s) && (digit(s[i+1]) || s[i+1] == '.'):
			i++
			for i < len(s) && (digit(s[i]) || s[i] == '.' || letter(s[i]) || exponentSign(s, i)) {
				i++
			}
			if _, ok := number(s[start:i]); !ok {
				return nil, fmt.Errorf("offset %d: %q is no number; text stands in double quotes", start, s[start:i])
			}
			tokens = append(tokens, token{digits, s[start:i], start})
		case c == '"':
			value, n, err := quoted(s[i:])
			if err != nil {
				return nil, fmt.Errorf("offset %d: %w", start, err)
			}
			i += n
			tokens = append(tokens, token{text, value, start})
		case strings.HasPrefix(s[i:], "=="), strings.HasPrefix(s[i:], "!="), strings.HasPrefix(s[i:], "<="), strings.HasPrefix(s[i:], ">="):
			i += 2
			tokens = append(tokens, token{mark, s[start:i], start})
		case strings.IndexByte("<>()[],", c) >= 0:
			i++
			tokens = append(tokens, token{mark, s[start:i], start})
		default:
			return nil, fmt.Errorf("offset %d: unexpected %q", i, rune(c))
		}
	}
	return append(tokens, token{end, "", len(s)}), nil
}

// quoted reads a string in double quotes and says how many bytes it takes.
func quoted(s string) (value string, n int, err error) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '"':
			return b.String(), i + 1, nil
		case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\'):
			i++
		}
		b.WriteByte(s[i])
	}
	return "", 0, fmt.Errorf("a string is not closed")
}

func exponentSign(s string, i int) bool {
	return (s[i] == '-' || s[i] == '+') && (s[i-1] == 'e' || s[i-1] == 'E')
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }
