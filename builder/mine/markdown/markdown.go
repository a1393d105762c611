package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"podium/data"
)

// Bounds of what is read: the parser takes time by the square of the brackets in
// a line, and of the quotes and lists that it opens.
const (
	MaxSize  = 256 << 10 // of a file, in bytes
	maxMarks = 4096      // of a line
)

// Errors of Read.
var (
	ErrTooLarge  = errors.New("larger than 256 KiB")
	ErrTooNested = errors.New("a line has more than 4096 brackets or nested blocks")
)

// Document is the structure of a file.
type Document struct {
	Sections []data.Section
	Codes    []Code
}

// Kinds of code.
const (
	Fenced   = "fenced"
	Indented = "indented"
	// Inline is a code span. One that begins with a language and a line's end is
	// meant as a block, and given as Fenced.
	Inline = "inline"
	// Quoted is a paragraph of a block quote: some writers put code there.
	Quoted = "quoted"
)

// Code is a piece of code.
type Code struct {
	Kind string
	Lang string // first word of the info string, without braces and dots, in lower case
	Text string
	data.Span
	lines []line
}

// line maps a line of Text to the file.
type line struct{ at, file int }

// Read parses a file.
func Read(src []byte) (Document, error) {
	if len(src) > MaxSize {
		return Document{}, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(src))
	}
	for line := range bytes.Lines(src) {
		blocks := len(line) - len(bytes.TrimLeft(line, " \t>-*+0123456789.)"))
		if len(line) > maxMarks && blocks+bytes.Count(line, []byte{'['}) > maxMarks {
			return Document{}, ErrTooNested
		}
	}
	root := goldmark.DefaultParser().Parse(text.NewReader(src))
	r := &reader{src: src, lines: lineStarts(src)}
	err := ast.Walk(root, r.visit)
	r.closeSections()
	return r.doc, err
}

type reader struct {
	src   []byte
	lines []int // offset of each line
	doc   Document
	slugs slugger
}

func (r *reader) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *ast.Heading:
		r.heading(n)
	case *ast.FencedCodeBlock:
		info := ""
		if n.Info != nil {
			info = string(n.Info.Segment.Value(r.src))
		}
		r.code(Fenced, language(info), segments(n.Lines()))
		return ast.WalkSkipChildren, nil
	case *ast.CodeBlock:
		r.code(Indented, "", segments(n.Lines()))
		return ast.WalkSkipChildren, nil
	case *ast.Paragraph:
		if n.Parent().Kind() == ast.KindBlockquote {
			r.code(Quoted, "", segments(n.Lines()))
		}
	case *ast.CodeSpan:
		r.span(n)
		return ast.WalkSkipChildren, nil
	}
	return ast.WalkContinue, nil
}

func segments(s *text.Segments) []text.Segment {
	if s == nil {
		return nil
	}
	return s.Sliced(0, s.Len())
}

// language reads an info string: "bash", "{.bash}", "python title=x".
func language(info string) string {
	info = strings.Trim(strings.TrimSpace(info), "{}")
	word, _, _ := strings.Cut(strings.TrimSpace(info), " ")
	return strings.ToLower(strings.Trim(word, ".,{}"))
}

func (r *reader) code(kind, lang string, segs []text.Segment) {
	if len(segs) == 0 {
		return
	}
	c := Code{Kind: kind, Lang: lang}
	var b strings.Builder
	for _, s := range segs {
		c.lines = append(c.lines, line{b.Len() + s.Padding, s.Start})
		b.Write(s.Value(r.src))
	}
	c.Text = b.String()
	c.Span = r.place(segs[0].Start, segs[len(segs)-1].Stop)
	r.doc.Codes = append(r.doc.Codes, c)
}

// fenceWords are languages that a span between two backticks over several lines
// begins with when its writer meant a fence.
var fenceWords = map[string]bool{
	"bash": true, "sh": true, "shell": true, "console": true, "commandline": true, "python": true,
}

func (r *reader) span(n *ast.CodeSpan) {
	var segs []text.Segment
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			segs = append(segs, t.Segment)
		}
	}
	if len(segs) == 0 {
		return
	}
	first := strings.TrimSpace(string(segs[0].Value(r.src)))
	if len(segs) > 1 && fenceWords[strings.ToLower(first)] {
		r.code(Fenced, strings.ToLower(first), segs[1:])
		return
	}
	r.code(Inline, "", segs)
}

// place makes a span of the file.
func (r *reader) place(start, end int) data.Span {
	return data.Span{Line: lineOf(r.lines, start), Start: start, End: end}
}

// Place gives the place in the file of Text[start:end].
func (c *Code) Place(src []byte, start, end int) data.Span {
	s := data.Span{Start: c.offset(start), End: c.offset(max(end-1, start))}
	if end > start {
		s.End++
	}
	s.Line = c.Line + strings.Count(string(src[c.Start:max(s.Start, c.Start)]), "\n")
	return s
}

// offset maps a byte of Text to the file.
func (c *Code) offset(at int) int {
	place := c.lines[0]
	for _, l := range c.lines {
		if l.at > at {
			break
		}
		place = l
	}
	return place.file + max(at-place.at, 0)
}
