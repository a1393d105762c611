package check

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pyLower lowers s as Python's str.lower does: by Unicode's full mapping, which
// differs from Go's strings.ToLower in two places. A capital I with a dot
// becomes two characters, and a capital sigma ends a word as ς. (CPython,
// Objects/unicodeobject.c, lower_ucs4 and handle_capital_sigma.)
func pyLower(s string) string {
	if isASCII(s) || !strings.ContainsAny(s, "İΣ") {
		return strings.ToLower(s)
	}
	runes := []rune(s)
	var b strings.Builder
	b.Grow(len(s) + 8)
	for i, r := range runes {
		switch {
		case r == 'İ':
			b.WriteString("i\u0307")
		case r == 'Σ' && finalSigma(runes, i):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// finalSigma reports whether the sigma at i ends a word: a cased letter stands
// before it and none behind it, case-ignorable characters not counted.
func finalSigma(runes []rune, i int) bool {
	before := i - 1
	for before >= 0 && caseIgnorable(runes[before]) {
		before--
	}
	if before < 0 || !cased(runes[before]) {
		return false
	}
	after := i + 1
	for after < len(runes) && caseIgnorable(runes[after]) {
		after++
	}
	return after == len(runes) || !cased(runes[after])
}

// cased is Unicode's derived property Cased.
func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// caseIgnorable is Unicode's derived property Case_Ignorable.
func caseIgnorable(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) || wordMiddle(r)
}

// wordMiddle has the characters with Word_Break MidLetter, MidNumLet and
// Single_Quote that no category in caseIgnorable covers.
func wordMiddle(r rune) bool {
	return slices.Contains([]rune{
		'\'', '.', ':', 0xB7, 0x387, 0x55F, 0x5F4, 0x2018, 0x2019, 0x2024, 0x2027,
		0xFE13, 0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A,
	}, r)
}
