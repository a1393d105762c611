package python

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// unquote reads one string literal, prefix and quotes included, as Python
// does. Formatted strings, named characters (\N{…}) and lone surrogates are
// refused.
func unquote(lit string) (Value, error) {
	open := strings.IndexAny(lit, `"'`)
	if open < 0 {
		return nil, errors.New("string without quotes")
	}
	var raw, isBytes bool
	switch strings.ToLower(lit[:open]) {
	case "", "u":
	case "r":
		raw = true
	case "b":
		isBytes = true
	case "br", "rb":
		raw, isBytes = true, true
	case "f", "fr", "rf":
		return nil, errors.New("formatted strings are not literals")
	default:
		return nil, fmt.Errorf("unknown string prefix %q", lit[:open])
	}
	quote := lit[open : open+1]
	if strings.HasPrefix(lit[open:], quote+quote+quote) && len(lit)-open >= 6 {
		quote += quote + quote
	}
	if len(lit)-open < 2*len(quote) || !strings.HasSuffix(lit, quote) {
		return nil, errors.New("unterminated string")
	}
	body := lit[open+len(quote) : len(lit)-len(quote)]
	body = strings.ReplaceAll(strings.ReplaceAll(body, "\r\n", "\n"), "\r", "\n")
	if err := checkBody(body, quote, isBytes); err != nil {
		return nil, err
	}
	var err error
	if !raw {
		if body, err = unescape(body, isBytes); err != nil {
			return nil, err
		}
	}
	if isBytes {
		return Bytes(body), nil
	}
	return String(body), nil
}

// checkBody reports what the grammar lets through between two quotes and Python
// does not.
func checkBody(body, quote string, isBytes bool) error {
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\\':
			if i++; i == len(body) {
				return errors.New("unterminated string")
			}
		case strings.HasPrefix(body[i:], quote):
			return errors.New("string ends before its last quote")
		case c == '\n' && len(quote) == 1:
			return errors.New("unterminated string")
		}
	}
	if isBytes && strings.ContainsFunc(body, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return errors.New("bytes can only contain ASCII characters")
	}
	return nil
}

var simpleEscapes = map[byte]string{
	'\n': "", '\\': `\`, '\'': "'", '"': `"`,
	'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v",
}

// unescape resolves backslash escapes; an unknown one stays as it is.
func unescape(s string, isBytes bool) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			i++
			continue
		}
		c := s[i+1] // checkBody saw that something follows
		if text, ok := simpleEscapes[c]; ok {
			b.WriteString(text)
			i += 2
			continue
		}
		if c == 'N' && !isBytes {
			return "", errors.New(`\N{…} names a character of the Unicode tables; not supported`)
		}
		digits, base := escapeDigits(s[i+1:], isBytes)
		if digits == "" {
			b.WriteByte('\\')
			i++
			continue
		}
		code, err := strconv.ParseUint(digits, base, 32)
		if err != nil {
			return "", fmt.Errorf(`truncated \%c escape`, c)
		}
		i += 1 + len(digits)
		if base == 16 {
			i++ // the letter
		}
		switch {
		case isBytes:
			b.WriteByte(byte(code))
		case code >= 0xd800 && code < 0xe000:
			return "", fmt.Errorf(`\%c%s is a lone surrogate, which UTF-8 cannot hold`, c, digits)
		case code > utf8.MaxRune:
			return "", fmt.Errorf(`\%c%s is no character`, c, digits)
		default:
			b.WriteRune(rune(code))
		}
	}
	return b.String(), nil
}

// escapeDigits returns the digits of the numeric escape whose letter (or first
// octal digit) begins s, and their base; no digits when it is no such escape.
func escapeDigits(s string, isBytes bool) (digits string, base int) {
	width := 0
	switch c := s[0]; {
	case c == 'x':
		width = 2
	case c == 'u' && !isBytes:
		width = 4
	case c == 'U' && !isBytes:
		width = 8
	case c >= '0' && c <= '7':
		n := 1
		for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
			n++
		}
		return s[:n], 8
	default:
		return "", 0
	}
	if len(s) < 1+width {
		return "?", 16 // not a number: reported as truncated
	}
	return s[1 : 1+width], 16
}
