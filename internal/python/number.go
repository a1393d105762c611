package python

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// MaxDigits is the most decimal digits an Int has: CPython's default limit for
// conversion between int and str.
const MaxDigits = 4300

var errIntTooLarge = fmt.Errorf("integer of more than %d digits", MaxDigits)

var (
	decimalPattern = regexp.MustCompile(`^(0(_?0)*|[1-9](_?[0-9])*)$`)
	radixPattern   = regexp.MustCompile(`^0([xX](_?[0-9a-fA-F])+|[oO](_?[0-7])+|[bB](_?[01])+)$`)
	floatPattern   = regexp.MustCompile(`^([0-9](_?[0-9])*)?(\.([0-9](_?[0-9])*)?)?([eE][+-]?[0-9](_?[0-9])*)?$`)
)

// parseInt reads an integer literal. The grammar admits more than Python 3
// does (0777, 1L); those are errors here as they are there.
func parseInt(lit string) (Value, error) {
	if len(lit) > 4*MaxDigits {
		return nil, errIntTooLarge
	}
	if !decimalPattern.MatchString(lit) && !radixPattern.MatchString(lit) {
		return nil, fmt.Errorf("invalid integer %q", lit)
	}
	digits, base := strings.ReplaceAll(lit, "_", ""), 10
	if radixPattern.MatchString(lit) {
		base = map[byte]int{'x': 16, 'o': 8, 'b': 2}[digits[1]|0x20]
		digits = digits[2:]
	}
	i, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return nil, fmt.Errorf("invalid integer %q", lit)
	}
	return checkedInt(i)
}

// parseFloat reads a float literal; one out of range is inf, as in Python.
func parseFloat(lit string) (Value, error) {
	if strings.HasSuffix(lit, "j") || strings.HasSuffix(lit, "J") {
		return nil, errors.New("imaginary numbers are not supported")
	}
	if !floatPattern.MatchString(lit) || !strings.ContainsAny(lit, "0123456789") || strings.HasPrefix(strings.ToLower(lit), "e") {
		return nil, fmt.Errorf("invalid float %q", lit)
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(lit, "_", ""), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil, fmt.Errorf("invalid float %q", lit)
	}
	return Float(f), nil
}

// checkedInt returns i, unless it has more than MaxDigits digits.
func checkedInt(i *big.Int) (Value, error) {
	// 10^4300 has 14285 bits; only numbers about that size need counting.
	if n := i.BitLen(); n > 14285 || n == 14285 && len(new(big.Int).Abs(i).String()) > MaxDigits {
		return nil, errIntTooLarge
	}
	return Int{i}, nil
}
