package argparse

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"podium/internal/python"
)

// Convert reads a command line's text as the declared type's Python callable
// does. A type that is not known is read as str.
func Convert(typ, text string) (python.Value, error) {
	switch strings.TrimPrefix(typ, "builtins.") {
	case "int":
		return Int(text)
	case "float":
		return Float(text)
	case "bool":
		return python.Bool(text != ""), nil // any text is true: "False" too
	}
	return python.String(text), nil
}

// plainDigits writes s with the decimal digits of any script as ASCII and
// without the white space around it, as Python's int and float do first.
func plainDigits(s string) string {
	s = strings.TrimFunc(s, pySpace)
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII && unicode.Is(unicode.Nd, r) {
			return '0' + digit(r)
		}
		return r
	}, s)
}

// digit returns the value of a decimal digit. Unicode assigns them in runs of ten.
func digit(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// pySpace is what int and float leave out around a number: C's isspace for
// ASCII, str.isspace for the rest (CPython, _PyUnicode_TransformDecimalAndSpaceToASCII).
func pySpace(r rune) bool {
	return strings.ContainsRune(" \t\n\v\f\r", r) || r > unicode.MaxASCII && unicode.IsSpace(r)
}

// withoutUnderscores takes out underscores between digits; ok is false where
// one stands elsewhere.
func withoutUnderscores(s string) (plain string, ok bool) {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || !isDigit(s[i-1]) || !isDigit(s[i+1])) {
			return "", false
		}
	}
	return strings.ReplaceAll(s, "_", ""), true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Int reads text as Python's int does.
func Int(text string) (python.Value, error) {
	s, ok := withoutUnderscores(plainDigits(text))
	digits := strings.TrimLeft(s, "+-")
	if !ok || len(s)-len(digits) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return nil, fmt.Errorf("%q is no int", text)
	}
	if len(digits) > python.MaxDigits {
		return nil, fmt.Errorf("an int of more than %d digits", python.MaxDigits)
	}
	n, _ := new(big.Int).SetString(strings.TrimPrefix(s, "+"), 10)
	return python.Int{Int: n}, nil
}

// Float reads text as Python's float does.
func Float(text string) (python.Value, error) {
	s, ok := withoutUnderscores(plainDigits(text))
	body := strings.ToLower(strings.TrimLeft(s, "+-"))
	special := body == "inf" || body == "infinity" || body == "nan"
	if !ok || len(s)-len(body) > 1 || !special && strings.Trim(body, "0123456789.e+-") != "" {
		return nil, fmt.Errorf("%q is no float", text)
	}
	if body == "nan" {
		return python.Float(math.NaN()), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("%q is no float", text)
	}
	return python.Float(f), nil
}
