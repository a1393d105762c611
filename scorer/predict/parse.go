package predict

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"podium/schemas"
)

// prediction is what a line says.
type prediction struct {
	key     schemas.Key
	count   int      // of outputs
	outputs []string // only when asked for
}

// fault is what is wrong with a line, without its number.
type fault struct {
	kind   Kind
	detail string
}

func (f *fault) Error() string { return string(f.kind) + ": " + f.detail }

func faultf(kind Kind, format string, a ...any) *fault {
	return &fault{kind, fmt.Sprintf(format, a...)}
}

// parseLine reads one line. Outputs are kept only when keep is set; without it
// they are validated and counted, and nothing is allocated for them.
func parseLine(line []byte, keep bool) (prediction, *fault) {
	var p prediction
	if !utf8.Valid(line) {
		return p, faultf(NotUTF8, "byte %d", invalidAt(line))
	}
	s := &scanner{b: line}
	s.space()
	if !s.accept('{') {
		if f := s.skip(0); f != nil {
			return p, f
		}
		return p, faultf(NotAnObject, "a prediction is a JSON object: %s", s.quote(0, s.i))
	}
	var have struct{ id, githubID, output bool }
	f := s.members(1, func(name string) (f *fault) {
		switch name {
		case "id":
			have.id = true
			p.key.ID, f = s.integer(name)
		case "github_id":
			have.githubID = true
			p.key.GithubID, f = s.integer(name)
		case "output":
			have.output = true
			p.count, p.outputs, f = s.strings(name, keep)
		default:
			f = s.skip(1)
		}
		return f
	})
	if f != nil {
		return p, f
	}
	s.space()
	switch {
	case s.i < len(s.b):
		return p, faultf(Syntax, "something after the object: %s", s.snippet(s.i))
	case !have.id:
		return p, faultf(BadID, `there is no "id"`)
	case !have.githubID:
		return p, faultf(BadID, `there is no "github_id"`)
	case !have.output:
		return p, faultf(BadOutput, `there is no "output"`)
	}
	return p, nil
}

// integer reads a literal integer within int64.
func (s *scanner) integer(name string) (int64, *fault) {
	start := s.i
	kind, f := s.value(1)
	if f != nil {
		return 0, f
	}
	text := string(s.b[start:s.i])
	if kind != 'i' {
		return 0, faultf(BadID, "%s is %s, want an integer", name, s.quote(start, s.i))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, faultf(BadID, "%s is %s, out of range", name, s.quote(start, s.i))
	}
	return n, nil
}

// strings reads a list of strings.
func (s *scanner) strings(name string, keep bool) (count int, list []string, _ *fault) {
	start := s.i
	if !s.accept('[') {
		if f := s.skip(1); f != nil {
			return 0, nil, f
		}
		return 0, nil, faultf(BadOutput, "%s is %s, want a list of strings", name, s.quote(start, s.i))
	}
	f := s.elements(func() *fault {
		start := s.i
		if s.peek() != '"' {
			if f := s.skip(2); f != nil {
				return f
			}
			return faultf(BadOutput, "%s[%d] is %s, want a string", name, count, s.quote(start, s.i))
		}
		text, f := s.string(keep)
		if f != nil {
			return f
		}
		count++
		if keep {
			list = append(list, text)
		}
		return nil
	})
	return count, list, f
}

func invalidAt(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
	return len(b)
}
