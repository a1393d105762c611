package check

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// word is a literal word of a command, as Bash hands it on.
type word struct {
	text string
	line int
}

// literal reads a word without expanding anything. what names the first part
// that Bash would expand; it is empty for a literal word.
func literal(w *syntax.Word) (text, what string) {
	var b strings.Builder
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if what := unquoted(&b, p.Value, i == 0); what != "" {
				return "", what
			}
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", "a $'…' string"
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			if p.Dollar {
				return "", `a $"…" string`
			}
			for _, inner := range p.Parts {
				lit, ok := inner.(*syntax.Lit)
				if !ok {
					return "", describe(inner)
				}
				doubleQuoted(&b, lit.Value)
			}
		default:
			return "", describe(part)
		}
	}
	return b.String(), ""
}

// unquoted appends what an unquoted stretch of a word means, or says what Bash
// would expand in it.
func unquoted(b *strings.Builder, s string, first bool) (what string) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			i++
			if i < len(s) && s[i] != '\n' {
				b.WriteByte(s[i])
			}
			continue
		case '*', '?', '[':
			return "a glob"
		case '{':
			return "a brace expansion"
		case '~':
			if first && i == 0 || i > 0 && (s[i-1] == '=' || s[i-1] == ':') {
				return "a tilde expansion"
			}
		}
		b.WriteByte(s[i])
	}
	return ""
}

// doubleQuoted appends what a stretch inside double quotes means: a backslash
// is special before $ ` " \ and a line's end alone.
func doubleQuoted(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			switch s[i+1] {
			case '\n':
				i++
				continue
			case '$', '`', '"', '\\':
				i++
			}
		}
		b.WriteByte(s[i])
	}
}

func describe(part syntax.WordPart) string {
	switch part.(type) {
	case *syntax.ParamExp:
		return "a variable"
	case *syntax.CmdSubst:
		return "a command substitution"
	case *syntax.ArithmExp:
		return "an arithmetic expansion"
	case *syntax.ProcSubst:
		return "a process substitution"
	}
	return "an expansion"
}

// cleanDir makes a sample's path, "./sub/dir" or empty, a clean one: "sub/dir" or ".".
func cleanDir(dir string) string {
	return path.Clean(strings.TrimPrefix(dir, "./"))
}

// inTree resolves a path written in dir, which is relative to the tree. ok is
// false when it leaves the tree.
func inTree(dir, name string) (resolved string, ok bool) {
	if path.IsAbs(name) || name == "" {
		return "", false
	}
	// path.Join would take x/.. away though x may not be there; then cd fails,
	// the directory stays what it was, and the entry is not found or is the same.
	resolved = path.Join(dir, name)
	return resolved, resolved != ".." && !strings.HasPrefix(resolved, "../")
}
