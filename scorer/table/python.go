package table

import (
	"math"
	"strconv"
	"strings"
	"unicode"
)

// PythonFloat reads s as Python's float() does, which scikit-learn applies to the
// cells of a text column: white space around it, digits of any script, single
// underscores between digits, inf, infinity and nan in any letter case. Too large
// is infinite.
func PythonFloat(s string) (float64, bool) {
	s, ok := asciiNumber(s)
	if !ok {
		return 0, false
	}
	word := strings.ToLower(strings.TrimLeft(s, "+-"))
	if len(s)-len(word) <= 1 {
		switch word {
		case "nan":
			return math.NaN(), true
		case "inf", "infinity":
			return math.Inf(1 - 2*strings.Count(s[:len(s)-len(word)], "-")), true
		}
	}
	if s == "" || decimalLen(s) != len(s) {
		return 0, false
	}
	f, _ := strconv.ParseFloat(s, 64) // out of range gives ±Inf or 0, as in Python
	return f, true
}

// PythonInt reads s as Python's int() does; false also when it is no int64.
func PythonInt(s string) (int64, bool) {
	s, ok := asciiNumber(s)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseInt(s, 10, 64)
	return v, err == nil
}

// asciiNumber trims white space, writes digits of any script as 0 to 9 and drops
// underscores that stand between two digits; false for other underscores.
func asciiNumber(s string) (string, bool) {
	s = strings.TrimFunc(s, PythonSpace)
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < 0x80 && s[i] != '_'
	}
	if plain {
		return s, true
	}
	var b strings.Builder
	digit := func(r rune) bool { return '0' <= r && r <= '9' || r > 0x7f && unicode.Is(unicode.Nd, r) }
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r == '_':
			if i == 0 || i == len(runes)-1 || !digit(runes[i-1]) || !digit(runes[i+1]) {
				return "", false
			}
		case r > 0x7f && digit(r):
			b.WriteByte('0' + byte(digitValue(r)))
		case r > 0x7f:
			return "", false
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), true
}

// digitValue is the value of a decimal digit: blocks of ten start with zero.
func digitValue(r rune) int {
	n := 0
	for unicode.Is(unicode.Nd, r-1) && n < 9 {
		r--
		n++
	}
	return n
}

// PythonSpace tells whether Python's str.split() and str.strip() take r for white space.
func PythonSpace(r rune) bool {
	return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f
}

// PythonInteger is PythonInt without a bound: it returns the number in one
// spelling, without plus sign and leading zeros.
func PythonInteger(s string) (string, bool) {
	s, ok := asciiNumber(s)
	if !ok {
		return "", false
	}
	neg := strings.HasPrefix(s, "-")
	if neg || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return "", false
	}
	s = strings.TrimLeft(s, "0")
	switch {
	case s == "":
		return "0", true
	case neg:
		return "-" + s, true
	}
	return s, true
}
