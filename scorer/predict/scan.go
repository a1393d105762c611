package predict

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxDepth bounds how deep values may nest; the scanner recurses no deeper.
const maxDepth = 200

// scanner reads JSON (RFC 8259) from a line that is valid UTF-8, with nothing
// forgiven. Its methods stop behind what they read.
type scanner struct {
	b []byte
	i int
}

func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

// peek returns the next byte, 0 at the end. A NUL is never right outside a string.
func (s *scanner) peek() byte {
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scanner) accept(c byte) bool {
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

func (s *scanner) unexpected(want string) *fault {
	if s.i >= len(s.b) {
		return faultf(Syntax, "the line ends where %s is wanted", want)
	}
	return faultf(Syntax, "byte %d: %s where %s is wanted", s.i, s.snippet(s.i), want)
}

// snippet quotes what stands at i.
func (s *scanner) snippet(i int) string {
	return s.quote(i, len(s.b))
}

// quote quotes the bytes from i to end, cut short and escaped for a terminal.
func (s *scanner) quote(i, end int) string {
	const most = 24
	rest := s.b[min(i, end):end]
	if len(rest) == 0 {
		return "the end"
	}
	if len(rest) <= most {
		return strconv.QuoteToASCII(string(rest))
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(rest[cut]) {
		cut--
	}
	return strconv.QuoteToASCII(string(rest[:cut])) + "…"
}

// members reads an object behind its brace and calls value, which must read one
// value, for each member. depth is the object's own.
func (s *scanner) members(depth int, value func(name string) *fault) *fault {
	names := map[string]bool{}
	s.space()
	if s.accept('}') {
		return nil
	}
	for {
		s.space()
		if s.peek() != '"' {
			return s.unexpected("a member's name")
		}
		name, f := s.string(true)
		if f != nil {
			return f
		}
		if names[name] {
			return faultf(Doubled, "%s", strconv.QuoteToASCII(name))
		}
		names[name] = true
		s.space()
		if !s.accept(':') {
			return s.unexpected("':'")
		}
		s.space()
		if f := value(name); f != nil {
			return f
		}
		s.space()
		if s.accept('}') {
			return nil
		}
		if !s.accept(',') {
			return s.unexpected("',' or '}'")
		}
	}
}

// elements reads a list behind its bracket and calls value for each element.
func (s *scanner) elements(value func() *fault) *fault {
	s.space()
	if s.accept(']') {
		return nil
	}
	for {
		s.space()
		if f := value(); f != nil {
			return f
		}
		s.space()
		if s.accept(']') {
			return nil
		}
		if !s.accept(',') {
			return s.unexpected("',' or ']'")
		}
	}
}

// skip reads any value.
func (s *scanner) skip(depth int) *fault {
	_, f := s.value(depth)
	return f
}

// value reads any value and returns its kind: { [ " i(nteger) f(loat) t f n
// as t(rue), F(alse), n(ull).
func (s *scanner) value(depth int) (kind byte, _ *fault) {
	if depth > maxDepth {
		return 0, faultf(Syntax, "nested deeper than %d", maxDepth)
	}
	switch c := s.peek(); c {
	case '{':
		s.i++
		return c, s.members(depth+1, func(string) *fault { return s.skip(depth + 1) })
	case '[':
		s.i++
		return c, s.elements(func() *fault { return s.skip(depth + 1) })
	case '"':
		_, f := s.string(false)
		return c, f
	case 't':
		return 't', s.word("true")
	case 'f':
		return 'F', s.word("false")
	case 'n':
		return 'n', s.word("null")
	}
	return s.number()
}

func (s *scanner) word(w string) *fault {
	if !bytes.HasPrefix(s.b[s.i:], []byte(w)) {
		return s.unexpected("a value")
	}
	s.i += len(w)
	return nil
}

func (s *scanner) number() (kind byte, _ *fault) {
	start := s.i
	s.accept('-')
	if !s.accept('0') && !s.digits() {
		s.i = start
		return 0, s.unexpected("a value") // NaN and Infinity come here
	}
	kind = 'i'
	if s.accept('.') {
		kind = 'f'
		if !s.digits() {
			return 0, s.unexpected("a digit")
		}
	}
	if s.accept('e') || s.accept('E') {
		kind = 'f'
		if !s.accept('+') {
			s.accept('-')
		}
		if !s.digits() {
			return 0, s.unexpected("a digit")
		}
	}
	return kind, nil
}

func (s *scanner) digits() bool {
	start := s.i
	for s.i < len(s.b) && '0' <= s.b[s.i] && s.b[s.i] <= '9' {
		s.i++
	}
	return s.i > start
}

// string reads a string and returns its text when keep is set.
func (s *scanner) string(keep bool) (string, *fault) {
	s.i++
	var text []byte
	for {
		run := s.i
		for s.i < len(s.b) && s.b[s.i] != '"' && s.b[s.i] != '\\' && s.b[s.i] >= ' ' {
			s.i++
		}
		if keep {
			if text == nil && s.peek() == '"' { // no escape in it
				defer func() { s.i++ }()
				return string(s.b[run:s.i]), nil
			}
			text = append(text, s.b[run:s.i]...)
		}
		switch c := s.peek(); {
		case c == '"':
			s.i++
			return string(text), nil
		case c == '\\':
			r, f := s.escape()
			if f != nil {
				return "", f
			}
			if keep {
				text = utf8.AppendRune(text, r)
			}
		default:
			return "", s.unexpected("the rest of a string")
		}
	}
}

func (s *scanner) escape() (rune, *fault) {
	start := s.i
	s.i++
	c := s.peek()
	s.i++
	switch c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
	default:
		s.i = start
		return 0, s.unexpected("an escape")
	}
	r, ok := s.hex()
	if !ok {
		s.i = start
		return 0, s.unexpected("four hexadecimal digits")
	}
	if !utf16.IsSurrogate(r) {
		return r, nil
	}
	if s.accept('\\') && s.accept('u') {
		if low, ok := s.hex(); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return pair, nil
			}
		}
	}
	return 0, faultf(Surrogate, "byte %d: %s", start, s.quote(start, min(start+6, len(s.b))))
}

func (s *scanner) hex() (rune, bool) {
	if s.i+4 > len(s.b) {
		return 0, false
	}
	var r rune
	for _, c := range s.b[s.i : s.i+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	s.i += 4
	return r, true
}
