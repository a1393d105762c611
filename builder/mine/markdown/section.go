package markdown

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"podium/data"
)

func (r *reader) heading(n *ast.Heading) {
	lines := segments(n.Lines())
	if len(lines) == 0 {
		return // "#" alone
	}
	start := bytes.LastIndexByte(r.src[:lines[0].Start], '\n') + 1
	r.doc.Sections = append(r.doc.Sections, data.Section{
		Anchor: r.slugs.next(plainText(n, r.src)),
		Level:  n.Level,
		Span:   r.place(start, len(r.src)),
	})
}

// closeSections ends each section where the next one of its level or above starts.
func (r *reader) closeSections() {
	var open []int
	for i, s := range r.doc.Sections {
		for len(open) > 0 && r.doc.Sections[open[len(open)-1]].Level >= s.Level {
			r.doc.Sections[open[len(open)-1]].End = s.Start
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
}

// plainText is a heading's text without its markup, tags and images.
func plainText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		case *ast.Image, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// slugger makes anchors as GitHub does.
type slugger struct{ used map[string]int }

func (s *slugger) next(heading string) string {
	if s.used == nil {
		s.used = map[string]int{}
	}
	slug := slugOf(heading)
	n, taken := s.used[slug]
	if !taken {
		s.used[slug] = 0
		return slug
	}
	for {
		n++
		unique := slug + "-" + strconv.Itoa(n)
		if _, taken := s.used[unique]; !taken {
			s.used[slug], s.used[unique] = n, 0
			return unique
		}
	}
}

// slugOf keeps letters, marks, digits, "-" and "_", lower-cased, and turns blanks
// into "-".
func slugOf(heading string) string {
	var b strings.Builder
	for _, r := range strings.TrimSpace(heading) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r) && r != '\ufe0f', r == '-', r == '_':
			b.WriteRune(unicode.ToLower(r))
		case r == ' ':
			b.WriteByte('-')
		}
	}
	return b.String()
}

// lineStarts are the offsets of a file's lines.
func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineOf is the 1-based line of an offset.
func lineOf(starts []int, offset int) int {
	return sort.SearchInts(starts, offset+1)
}
