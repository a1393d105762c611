package template

import (
	"fmt"
	"strings"
)

// maxDepth bounds how deep placeholders nest; a task file needs two.
const maxDepth = 8

// Parse reads a template. Errors name the byte offset.
func Parse(source string) (*Template, error) {
	p := parser{src: source}
	parts, err := p.parts(0)
	if err == nil && p.pos < len(source) {
		err = p.errorf("unexpected %q", source[p.pos])
	}
	if err != nil {
		return nil, fmt.Errorf("template %.40q: %w", source, err)
	}
	return &Template{source: source, parts: parts}, nil
}

type parser struct {
	src string
	pos int
}

func (p *parser) errorf(format string, a ...any) error {
	return fmt.Errorf("offset %d: %w", p.pos, fmt.Errorf(format, a...))
}

// parts reads until the end, or below the top until "|" or "}".
func (p *parser) parts(depth int) ([]part, error) {
	if depth > maxDepth {
		return nil, p.errorf("placeholders nest deeper than %d", maxDepth)
	}
	var parts []part
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			parts = append(parts, part{text: text.String()})
			text.Reset()
		}
	}
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case depth == 0 && (p.has("{{") || p.has("}}")):
			text.WriteByte(c)
			p.pos += 2
		case depth > 0 && c == '\\' && p.pos+1 < len(p.src) && strings.IndexByte(`|{}\`, p.src[p.pos+1]) >= 0:
			text.WriteByte(p.src[p.pos+1])
			p.pos += 2
		case depth > 0 && (c == '|' || c == '}'):
			flush()
			return parts, nil
		case c == '}':
			return nil, p.errorf("a brace that closes nothing; write }} for a brace")
		case c == '{':
			flush()
			q, err := p.placeholder(depth)
			if err != nil {
				return nil, err
			}
			parts = append(parts, q)
		default:
			text.WriteByte(c)
			p.pos++
		}
	}
	flush()
	return parts, nil
}

func (p *parser) has(s string) bool { return strings.HasPrefix(p.src[p.pos:], s) }

// placeholder reads from "{" to its "}".
func (p *parser) placeholder(depth int) (part, error) {
	p.pos++
	start := p.pos
	for p.pos < len(p.src) && nameByte(p.src[p.pos]) {
		p.pos++
	}
	q := part{name: p.src[start:p.pos]}
	if q.name == "" {
		return q, p.errorf("a placeholder starts with an argument's name; write {{ for a brace")
	}
	var err error
	switch {
	case p.has("}"):
	case p.has("!q"), p.has("!r"):
		q.form = p.src[p.pos+1]
		p.pos += 2
	case p.has("?"):
		q.value = On
		err = p.branches(&q, depth)
	case p.has("="):
		end := strings.IndexAny(p.src[p.pos:], "?}")
		if end < 0 || p.src[p.pos+end] != '?' {
			return q, p.errorf("{%s=…: no ? follows", q.name)
		}
		q.value = p.src[p.pos+1 : p.pos+end]
		p.pos += end
		err = p.branches(&q, depth)
	}
	if err != nil {
		return q, err
	}
	if !p.has("}") {
		return q, p.errorf("{%s is not closed", q.name)
	}
	p.pos++
	return q, nil
}

// branches reads "?text" or "?text|other", up to the closing brace.
func (p *parser) branches(q *part, depth int) (err error) {
	q.cond = true
	p.pos++
	if q.yes, err = p.parts(depth + 1); err != nil {
		return err
	}
	if p.has("|") {
		p.pos++
		q.no, err = p.parts(depth + 1)
	}
	return err
}

func nameByte(c byte) bool {
	return c == '_' || c == '-' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
