package schemas

import (
	"fmt"
	"strings"

	"podium/internal/strictjson"
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
	members, err := strictjson.Object([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	args := make(Arguments, len(members))
	for i, m := range members {
		args[i].Name = m.Name
		if args[i].Value, err = m.String(); err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
	}
	return args, nil
}
