package schemas

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Argument is one choice a sample makes.
type Argument struct{ Name, Value string }

// Arguments are a sample's arguments in their declared order. A flag that is on
// has the value "", one that is off is absent.
type Arguments []Argument

// Get returns the value of the argument called name.
func (a Arguments) Get(name string) (string, bool) {
	for _, arg := range a {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return "", false
}

// JSON returns the arguments as the column holds them: one JSON object in
// order, raw UTF-8, as Python's json.dumps(d, ensure_ascii=False) writes it.
func (a Arguments) JSON() string {
	var b strings.Builder
	b.WriteByte('{')
	for i, arg := range a {
		if i > 0 {
			b.WriteString(", ")
		}
		writeJSONString(&b, arg.Name)
		b.WriteString(": ")
		writeJSONString(&b, arg.Value)
	}
	b.WriteByte('}')
	return b.String()
}

func writeJSONString(b *strings.Builder, s string) {
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		default:
			if r < ' ' {
				fmt.Fprintf(b, `\u%04x`, r)
			} else {
				b.WriteRune(r)
			}
		}
	}
	b.WriteByte('"')
}

// ParseArguments reads the arguments column: one JSON object whose values are
// all strings and whose names occur once.
func ParseArguments(text string) (Arguments, error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("arguments: not valid UTF-8")
	}
	if i := loneSurrogate(text); i >= 0 {
		return nil, fmt.Errorf("arguments: unpaired surrogate at byte %d", i)
	}
	d := json.NewDecoder(strings.NewReader(text))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return nil, fmt.Errorf("arguments: %.60q is no JSON object", text)
	}
	args := Arguments{}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		value, err := d.Token()
		if err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		arg := Argument{Name: name.(string)} // the decoder takes no other name
		var ok bool
		if arg.Value, ok = value.(string); !ok {
			return nil, fmt.Errorf("arguments: %q is no string but %v", arg.Name, value)
		}
		if seen[arg.Name] {
			return nil, fmt.Errorf("arguments: %q occurs twice", arg.Name)
		}
		seen[arg.Name] = true
		args = append(args, arg)
	}
	if _, err := d.Token(); err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("arguments: more than one JSON value")
	}
	return args, nil
}

// loneSurrogate returns where a \u escape of half a surrogate pair is, which
// encoding/json would turn into U+FFFD without a word; -1 when there is none.
func loneSurrogate(text string) int {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		kind := surrogate(text[i:])
		if kind == 0 {
			i++
			continue
		}
		if kind == 'l' || surrogate(text[i+6:]) != 'l' {
			return i
		}
		i += 11
	}
	return -1
}

// surrogate says whether text begins with the escape of a high ('h') or low
// ('l') surrogate, 0 for neither.
func surrogate(text string) byte {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' || text[2]|0x20 != 'd' {
		return 0
	}
	switch c := text[3] | 0x20; {
	case c == '8', c == '9', c == 'a', c == 'b':
		return 'h'
	case c >= 'c' && c <= 'f':
		return 'l'
	}
	return 0
}
