package python

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Str returns what Python's str gives for v.
func Str(v Value) string {
	if s, ok := v.(String); ok {
		return string(s)
	}
	return Repr(v)
}

// Repr returns what Python's repr gives for v; a set's items come in the order
// written. What is printable follows the Unicode tables of the Go release.
func Repr(v Value) string {
	var b strings.Builder
	writeRepr(&b, v)
	return b.String()
}

func writeRepr(b *strings.Builder, v Value) {
	switch v := v.(type) {
	case None:
		b.WriteString("None")
	case Bool:
		if v {
			b.WriteString("True")
		} else {
			b.WriteString("False")
		}
	case Int:
		b.WriteString(v.String())
	case Float:
		b.WriteString(formatFloat(float64(v)))
	case String:
		writeString(b, string(v))
	case Bytes:
		writeBytes(b, string(v))
	case List:
		writeItems(b, "[", v, "]")
	case Tuple:
		if len(v) == 1 {
			writeItems(b, "(", v, ",)")
		} else {
			writeItems(b, "(", v, ")")
		}
	case Set:
		if len(v) == 0 {
			b.WriteString("set()")
		} else {
			writeItems(b, "{", v, "}")
		}
	case *Dict:
		b.WriteByte('{')
		for i, p := range v.Pairs {
			if i > 0 {
				b.WriteString(", ")
			}
			writeRepr(b, p.Key)
			b.WriteString(": ")
			writeRepr(b, p.Value)
		}
		b.WriteByte('}')
	}
}

func writeItems(b *strings.Builder, open string, items []Value, end string) {
	b.WriteString(open)
	for i, item := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		writeRepr(b, item)
	}
	b.WriteString(end)
}

// formatFloat writes the shortest digits that read back as f, with an exponent
// below 1e-4 and from 1e16 on (CPython's format code 'r').
func formatFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	exponent, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exponent < -4 || exponent >= 16 {
		return s
	}
	s = strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func quoteFor(s string) byte {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return '"'
	}
	return '\''
}

func writeString(b *strings.Builder, s string) {
	quote := quoteFor(s)
	b.WriteByte(quote)
	for _, r := range s {
		switch {
		case r == rune(quote), r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(b, `\u%04x`, r)
		default:
			fmt.Fprintf(b, `\U%08x`, r)
		}
	}
	b.WriteByte(quote)
}

func writeBytes(b *strings.Builder, s string) {
	quote := quoteFor(s)
	b.WriteByte('b')
	b.WriteByte(quote)
	for i := range len(s) {
		switch c := s[i]; {
		case c == quote, c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte(quote)
}
