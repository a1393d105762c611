package check

import (
	"strings"
)

// normalise puts an output in normal form, apart from what only a parser can
// see, and says what it changed: one Markdown fence around the whole is
// removed, and CR LF becomes LF.
func normalise(output string) (text string, changes []string) {
	text = output
	if strings.Contains(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
		changes = append(changes, "CR LF to LF")
	}
	if inner, ok := unfence(text); ok {
		text = inner
		changes = append(changes, "Markdown fence removed")
	}
	return text, changes
}

// loneReturn reports whether a CR stands without an LF behind it.
func loneReturn(s string) bool {
	for {
		i := strings.IndexByte(s, '\r')
		if i < 0 {
			return false
		}
		if !strings.HasPrefix(s[i:], "\r\n") {
			return true
		}
		s = s[i+2:]
	}
}

// unfence returns what stands inside a fenced code block (CommonMark 0.31,
// section 4.5) when nothing but white space stands outside it.
func unfence(text string) (string, bool) {
	body := strings.TrimSpace(text)
	first, rest, ok := strings.Cut(body, "\n")
	if !ok {
		return "", false
	}
	mark := fenceMark(first)
	if mark == "" || mark[0] == '`' && strings.Contains(first[len(mark):], "`") {
		return "", false
	}
	end := strings.LastIndexByte(rest, '\n') + 1
	if !closes(rest[end:], mark) {
		return "", false
	}
	for line := range strings.Lines(rest[:end]) {
		if closes(line, mark) { // the block ends earlier
			return "", false
		}
	}
	return rest[:end], true
}

// fenceMark returns the run of three or more backticks or tildes that line begins with.
func fenceMark(line string) string {
	for _, c := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, c)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

func closes(line, mark string) bool {
	line = strings.TrimRight(line, " \t\n")
	if indent := len(line) - len(strings.TrimLeft(line, " ")); indent <= 3 {
		line = line[indent:]
	}
	return len(line) >= len(mark) && strings.Trim(line, mark[:1]) == ""
}
