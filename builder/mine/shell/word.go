package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// splitMark stands for the blanks of a variable's value outside quotes: the shell
// splits a command's words there.
const splitMark = "\x00"

// word puts a word together as the shell would, as far as that can be known,
// without splitting it.
func (r *reader) word(w *syntax.Word, s *state) Word {
	out := r.expand(w, s)
	out.Text = strings.ReplaceAll(out.Text, splitMark, " ")
	return out
}

// words puts a word of a command together and splits it.
func (r *reader) words(w *syntax.Word, s *state) []Word {
	out := r.expand(w, s)
	if out.Text == "" && !quotes(w) {
		return nil // a variable that holds nothing
	}
	if !strings.Contains(out.Text, splitMark) {
		return []Word{out}
	}
	var list []Word
	for _, text := range strings.Split(out.Text, splitMark) {
		if text != "" {
			list = append(list, Word{text, out.Unexpanded})
		}
	}
	return list
}

func quotes(w *syntax.Word) bool {
	for _, part := range w.Parts {
		switch part.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}

func (r *reader) expand(w *syntax.Word, s *state) Word {
	var out Word
	if w == nil {
		return out
	}
	var b strings.Builder
	r.parts(&b, &out, w.Parts, s, false)
	out.Text = b.String()
	return out
}

func (r *reader) parts(b *strings.Builder, out *Word, parts []syntax.WordPart, s *state, quoted bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			b.WriteString(unescape(p.Value, quoted))
		case *syntax.SglQuoted:
			b.WriteString(p.Value)
			out.Unexpanded = out.Unexpanded || p.Dollar // $'…' has escapes of its own
		case *syntax.DblQuoted:
			r.parts(b, out, p.Parts, s, true)
		case *syntax.ParamExp:
			if value, ok := r.value(p, s); ok {
				if !quoted {
					value = strings.NewReplacer(" ", splitMark, "\t", splitMark, "\n", splitMark).Replace(value)
				}
				b.WriteString(value)
				continue
			}
			r.raw(b, out, p)
		default:
			r.raw(b, out, p)
		}
	}
}

// value is what a plain $name or ${name} holds when that is known.
func (r *reader) value(p *syntax.ParamExp, s *state) (string, bool) {
	plain := p.Param != nil && !p.Excl && !p.Length && !p.Width && p.Index == nil &&
		p.Slice == nil && p.Repl == nil && p.Exp == nil && p.Names == 0 && p.Flags == nil
	if !plain {
		return "", false
	}
	value, ok := s.vars[p.Param.Value]
	return value, ok
}

// raw keeps the shell's own text of a part.
func (r *reader) raw(b *strings.Builder, out *Word, p syntax.WordPart) {
	out.Unexpanded = true
	start, end := int(p.Pos().Offset()), int(p.End().Offset())
	if 0 <= start && start <= end && end <= len(r.text) {
		b.WriteString(strings.ReplaceAll(r.text[start:end], "\\\n", "")) // $name\ at a line's end
	}
}

// unescape takes away the backslashes of literal text: all of them outside
// quotes, inside only those that quote something.
func unescape(s string, quoted bool) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		next := s[i+1]
		switch {
		case next == '\n': // a continued line
			i++
		case !quoted || strings.IndexByte("$`\"\\", next) >= 0:
			b.WriteByte(next)
			i++
		default:
			b.WriteByte('\\')
		}
	}
	return b.String()
}
