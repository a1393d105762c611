package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// lockWidth is how long a value may be, in bytes, to stay on one line of a lock.
const lockWidth = 160

// Encode returns the lock as JSON for people and for diffs: a fact stays on one
// line where it fits, and equal locks give equal bytes.
func (l *Lock) Encode() ([]byte, error) {
	var flat bytes.Buffer
	enc := json.NewEncoder(&flat)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(l); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := layOut(&out, bytes.TrimSpace(flat.Bytes()), 0); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// layOut writes a JSON value, indented by depth, one member or element a line
// unless it fits.
func layOut(out *bytes.Buffer, value json.RawMessage, depth int) error {
	composite := value[0] == '{' || value[0] == '['
	if !composite || depth > 0 && len(value)+depth <= lockWidth {
		spread(out, value)
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(value))
	if _, err := d.Token(); err != nil {
		return err
	}
	out.WriteByte(value[0])
	for first := true; d.More(); first = false {
		if !first {
			out.WriteByte(',')
		}
		newline(out, depth+1)
		if value[0] == '{' {
			key, err := d.Token()
			if err != nil {
				return err
			}
			name, err := json.Marshal(key)
			if err != nil {
				return err
			}
			out.Write(name)
			out.WriteString(": ")
		}
		var element json.RawMessage
		if err := d.Decode(&element); err != nil {
			return err
		}
		if err := layOut(out, element, depth+1); err != nil {
			return err
		}
	}
	if len(value) > 2 {
		newline(out, depth)
	}
	out.WriteByte(value[0] + 2) // } and ] follow { and [ by two in ASCII
	return nil
}

func newline(out *bytes.Buffer, depth int) {
	out.WriteByte('\n')
	for range depth {
		out.WriteByte(' ')
	}
}

// spread writes a compact JSON value on one line with a blank after each comma
// and colon.
func spread(out *bytes.Buffer, value []byte) {
	quoted, escaped := false, false
	for _, c := range value {
		out.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			out.WriteByte(' ')
		}
	}
}

// strictJSON decodes the one JSON value in b; an unknown field is an error.
func strictJSON(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	return nil
}
