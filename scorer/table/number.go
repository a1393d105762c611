package table

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Reasons a cell is no integer.
var (
	errSyntax = errors.New("not an integer")
	errRange  = errors.New("integer out of range")
)

// blank is C's isspace: what may surround a number.
func blank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// digits splits an integer cell: blanks, an optional sign, digits, blanks.
func digits(s string) (neg bool, d string, ok bool) {
	for s != "" && blank(s[0]) {
		s = s[1:]
	}
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	d, s = s[:n], s[n:]
	for s != "" && blank(s[0]) {
		s = s[1:]
	}
	return neg, d, n > 0 && s == ""
}

// parseInt reads an int64 as pandas does: errSyntax or errRange when it is none.
func parseInt(s string) (int64, error) {
	neg, d, ok := digits(s)
	if !ok {
		return 0, errSyntax
	}
	var v uint64
	for i := 0; i < len(d); i++ {
		if v > (math.MaxUint64-9)/10 {
			return 0, errRange
		}
		v = v*10 + uint64(d[i]-'0')
	}
	switch {
	case neg && v <= 1<<63:
		return -int64(v), nil
	case !neg && v <= math.MaxInt64:
		return int64(v), nil
	}
	return 0, errRange
}

// parseUint reads a uint64. Of a cell that starts with a minus sign pandas reads
// no more than that sign.
func parseUint(s string) (v uint64, minus bool, err error) {
	for s != "" && blank(s[0]) {
		s = s[1:]
	}
	if s != "" && s[0] == '-' {
		return 0, true, nil
	}
	_, d, ok := digits(s)
	if !ok {
		return 0, false, errSyntax
	}
	if v, err = strconv.ParseUint(d, 10, 64); err != nil {
		return 0, false, errRange
	}
	return v, false, nil
}

// parseFloat reads a float64 as pandas' round_trip converter does: blanks around
// it, digits with at most one point, an exponent; or inf, infinity in any letter
// case with an optional sign and nothing around. Too small is 0, too large is no
// number (too large a negative is -inf, as there).
func parseFloat(s string) (float64, bool) {
	if f, ok := parseShort(s); ok {
		return f, true
	}
	t := s
	for t != "" && blank(t[0]) {
		t = t[1:]
	}
	n := decimalLen(t)
	if n == 0 {
		return parseInf(s)
	}
	for i := n; i < len(t); i++ {
		if !blank(t[i]) {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(t[:n], 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || f == math.Inf(1) {
		return 0, false
	}
	return f, true
}

// pointAt has 10 to the power of its index: these are exact.
var pointAt = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// parseShort reads what most cells are: a sign, and at most 15 digits with at most
// one point. Digits and power of ten are exact then, so their quotient is rounded
// once and right (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
func parseShort(s string) (float64, bool) {
	i := 0
	minus := s != "" && s[0] == '-'
	if minus {
		i++
	}
	var whole uint64
	digits, after, point := 0, 0, 0
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			whole = whole*10 + uint64(c-'0')
			digits++
			after += point
		case c == '.' && point == 0:
			point = 1
		default:
			return 0, false
		}
	}
	if digits == 0 || digits >= len(pointAt) {
		return 0, false
	}
	f := float64(whole) / pointAt[after]
	if minus {
		f = -f
	}
	return f, true
}

// decimalLen is the length of the decimal number at the start of s, 0 for none.
func decimalLen(s string) int {
	i, n := 0, 0 // position, digits seen
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		n++
	}
	if i < len(s) && s[i] == '.' {
		for i++; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j == len(s) || s[j] < '0' || s[j] > '9' {
			return 0
		}
		for i = j; i < len(s) && '0' <= s[i] && s[i] <= '9'; {
			i++
		}
	}
	return i
}

func parseInf(s string) (float64, bool) {
	sign := 1
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if strings.EqualFold(s, "inf") || strings.EqualFold(s, "infinity") {
		return math.Inf(sign), true
	}
	return 0, false
}

// parseBool reads true and false in any letter case.
func parseBool(s string) (v, ok bool) {
	switch {
	case len(s) == 4 && strings.EqualFold(s, "true"):
		return true, true
	case len(s) == 5 && strings.EqualFold(s, "false"):
		return false, true
	}
	return false, false
}
