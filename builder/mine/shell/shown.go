package shell

import (
	"errors"
	"strings"
)

// special are the bytes of a placeholder that mean something to a shell. While
// the text is parsed, special[i] is written as firstMark+i: every byte keeps its
// place.
const (
	special   = "<> |()[]{}*?#~!"
	firstMark = '\x0e'
)

// ReadShown reads shell as documents show it: with prompts, in which case what
// has none is output; with <placeholders> and [PLACEHOLDERS], which a shell would
// take for redirections and patterns; and with lines in between that are no shell at all, which are
// passed over and told when they seem to start something.
func ReadShown(text, dir string) Script {
	clean := maskPlaceholders(dropPrompts(unixLines(text)))
	script, err := Read(clean, dir)
	if err != nil {
		script = readLines(clean, dir)
	}
	script.Faults = append(script.Faults, brokenContinuations(clean)...)
	for i := range script.Commands {
		c := &script.Commands[i]
		for j := range c.Words {
			c.Words[j] = unmask(c.Words[j])
		}
		for j := range c.Env {
			c.Env[j] = unmask(Word{Text: c.Env[j]}).Text
		}
	}
	return script
}

// dropPrompts blanks out "$ " at the start of lines; where there are any, lines
// without one, unless they continue one, are blanked out whole.
func dropPrompts(text string) string {
	lines := strings.SplitAfter(text, "\n")
	prompts := false
	for _, line := range lines {
		prompts = prompts || strings.HasPrefix(strings.TrimLeft(line, " \t"), "$ ")
	}
	if !prompts {
		return text
	}
	continued := false
	for i, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		switch rest := line[indent:]; {
		case strings.HasPrefix(rest, "$ "):
			lines[i] = line[:indent] + "  " + rest[2:]
		case continued && strings.HasPrefix(rest, "> "):
			lines[i] = line[:indent] + "  " + rest[2:]
		case !continued:
			body := strings.TrimRight(line, "\r\n")
			lines[i] = strings.Repeat(" ", len(body)) + line[len(body):]
		}
		continued = continues(lines[i])
	}
	return strings.Join(lines, "")
}

// continues tells whether a line ends in a backslash that joins it to the next.
func continues(line string) bool {
	line = strings.TrimRight(line, "\r\n")
	slashes := len(line) - len(strings.TrimRight(line, `\`))
	return slashes%2 == 1
}

// maskPlaceholders replaces <word>, <two words>, [TWO WORDS], [one/other] and
// [--option VALUE] byte by byte.
func maskPlaceholders(text string) string {
	b := []byte(text)
	for i := 0; i < len(b); i++ {
		end := -1
		switch b[i] {
		case '<':
			end = placeholderEnd(b, i)
		case '[':
			end = bracketsEnd(b, i)
		}
		if end < 0 {
			continue
		}
		for j := i; j <= end; j++ {
			if n := strings.IndexByte(special, b[j]); n >= 0 {
				b[j] = firstMark + byte(n)
			}
		}
		i = end
	}
	return string(b)
}

// placeholderEnd is where the placeholder that starts at i ends, -1 when none does.
func placeholderEnd(b []byte, i int) int {
	if i+1 >= len(b) || !isLetter(b[i+1]) {
		return -1
	}
	for j := i + 1; j < len(b) && j < i+80; j++ {
		switch b[j] {
		case '<', '\n', '\'', '"', '`', '$', ';', '&':
			return -1
		case '>':
			if b[j-1] == ' ' { // cmd <in >out
				return -1
			}
			return j
		}
	}
	return -1
}

// bracketsEnd is placeholderEnd for brackets. They are left alone when they may be
// meant: a list of numbers, a pattern, a test.
func bracketsEnd(b []byte, i int) int {
	if i > 0 && b[i-1] != ' ' && b[i-1] != '=' {
		return -1
	}
	line, _, _ := strings.Cut(string(b[i+1:min(i+80, len(b))]), "\n")
	inner, _, closed := strings.Cut(line, "]")
	if !closed || len(inner) < 2 || strings.ContainsAny(inner, "<'\"`$;&,[\\") {
		return -1
	}
	words := inner == strings.ToUpper(inner) && isLetter(inner[0]) && !strings.ContainsAny(inner, "-.")
	either := isLetter(inner[0]) && strings.ContainsAny(inner, "/|")
	if words || either || inner[0] == '-' && (inner[1] == '-' || isLetter(inner[1])) {
		return i + 1 + len(inner)
	}
	return -1
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func unmask(w Word) Word {
	b := []byte(w.Text)
	for i, c := range b {
		if n := int(c) - firstMark; n >= 0 && n < len(special) {
			b[i], w.Unexpanded = special[n], true
		}
	}
	w.Text = string(b)
	return w
}

// readLines reads each line, with what it continues in, by itself.
func readLines(text, dir string) Script {
	var all Script
	all.Dir = dir
	at, line := 0, 1
	for at < len(text) {
		end, n := at, 0
		for more := true; more && end < len(text); n++ {
			next := strings.IndexByte(text[end:], '\n') + 1
			if next == 0 {
				next = len(text) - end
			}
			more = continues(text[end : end+next])
			end += next
		}
		script, err := Read(text[at:end], all.Dir)
		if err == nil {
			all.Dir = script.Dir
			for _, c := range script.Commands {
				c.Start, c.End, c.Line = c.Start+at, c.End+at, c.Line+line-1
				all.Commands = append(all.Commands, c)
			}
		} else if startsSomething(text[at:end]) {
			all.Faults = append(all.Faults, Fault{line, "a command that is no shell: " + withoutLine(err)})
		}
		at, line = end, line+n
	}
	return all
}

func withoutLine(err error) string {
	var p *ParseError
	if errors.As(err, &p) {
		return p.Text
	}
	return err.Error()
}

// startsSomething tells whether a line that cannot be parsed looks like a command
// that starts a script.
func startsSomething(line string) bool {
	words := strings.Fields(line)
	for len(words) > 0 && strings.Contains(words[0], "=") {
		words = words[1:]
	}
	return len(words) > 1 && (isInterpreter(words[0]) || launchers[words[0]])
}

// brokenContinuations finds lines in which a comment follows the backslash: the
// command ends there, whatever comes after.
func brokenContinuations(text string) []Fault {
	var faults []Fault
	line := 0
	for l := range strings.Lines(text) {
		line++
		before, comment, ok := strings.Cut(l, "#")
		trimmed := strings.TrimRight(before, " \t")
		if ok && comment != "" && len(trimmed) < len(before) && continues(trimmed) {
			faults = append(faults, Fault{line, "a comment after the backslash: bash takes its words for arguments, and the next line for another command"})
		}
	}
	return faults
}
