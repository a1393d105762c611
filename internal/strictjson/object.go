// Package strictjson reads JSON objects whose order and every byte count. It
// reports what encoding/json repairs without a word: doubled members, bad UTF-8,
// half surrogate pairs, null for a string.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Member is a member of an object; Value is its JSON text.
type Member struct {
	Name  string
	Value json.RawMessage
}

// Object reads text, one JSON object, into its members in order.
func Object(text []byte) ([]Member, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not valid UTF-8")
	}
	if i := loneSurrogate(text); i >= 0 {
		return nil, fmt.Errorf("unpaired surrogate at byte %d", i)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	switch token, err := d.Token(); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("empty, expected a JSON object")
	case err != nil:
		return nil, err
	case token != json.Delim('{'):
		return nil, errors.New("not a JSON object")
	}
	members := []Member{}
	seen := map[string]bool{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, unexpected(err)
		}
		m := Member{Name: name.(string)} // the decoder takes nothing else for a name
		if seen[m.Name] {
			return nil, fmt.Errorf("member %q occurs twice", m.Name)
		}
		seen[m.Name] = true
		if err := d.Decode(&m.Value); err != nil {
			return nil, unexpected(err)
		}
		members = append(members, m)
	}
	if _, err := d.Token(); err != nil {
		return nil, unexpected(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the object")
	}
	return members, nil
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// String reads a member's value as a string.
func (m Member) String() (string, error) {
	var s string
	if len(m.Value) == 0 || m.Value[0] != '"' {
		return "", fmt.Errorf("%q is %s, expected a string", m.Name, show(m.Value))
	}
	err := json.Unmarshal(m.Value, &s)
	return s, err
}

// Int reads a member's value as an integer. 5.0 and "5" are none.
func (m Member) Int() (int64, error) {
	i, err := strconv.ParseInt(string(m.Value), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is %s, expected an integer", m.Name, show(m.Value))
	}
	return i, nil
}

// show returns the beginning of a value for an error, without control characters.
func show(value []byte) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return utf8.RuneError
		}
		return r
	}, fmt.Sprintf("%.40s", value))
}

// loneSurrogate returns where a \u escape of half a surrogate pair is, -1 when
// there is none.
func loneSurrogate(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		switch kind := surrogate(text[i:]); {
		case kind == 0:
			i++ // what is escaped, be it a backslash
		case kind == 'h' && surrogate(text[i+6:]) == 'l':
			i += 11
		default:
			return i
		}
	}
	return -1
}

// surrogate says whether text begins with the escape of a high ('h') or low
// ('l') surrogate, 0 for neither.
func surrogate(text []byte) byte {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' || text[2]|0x20 != 'd' {
		return 0
	}
	switch c := text[3] | 0x20; {
	case text[3] == '8', text[3] == '9', c == 'a', c == 'b':
		return 'h'
	case c >= 'c' && c <= 'f':
		return 'l'
	}
	return 0
}
