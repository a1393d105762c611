package mine

import (
	"path"
	"strings"

	"podium/builder/mine/shell"
	"podium/data"
)

// command turns a shell command into the lock's form: its file found, its words
// told apart by the options that the file declares.
func (m *miner) command(c *shell.Command, l shell.Launch) data.Command {
	out := data.Command{
		Span: data.Span{Line: c.Line, Start: c.Start, End: c.End},
		Dir:  m.inside(c.Dir), Env: c.Env, Launcher: l.Launcher, Script: l.Script, Module: l.Module,
	}
	if out.Launcher == nil {
		out.Launcher = []string{}
	}
	for _, w := range c.Words {
		out.Unexpanded = out.Unexpanded || w.Unexpanded
	}
	out.File = m.startedFile(out)
	var declared *data.Script
	if out.File != "" {
		declared = m.scripts[out.File]
	}
	out.Arguments = arguments(l.Arguments, declared)
	return out
}

// inside drops the folder that a fresh clone is in: "git clone …; cd name".
func (m *miner) inside(dir string) string {
	first, rest, nested := strings.Cut(dir, "/")
	if first != m.repo.Clone || m.repo.IsDir(first) {
		return dir
	}
	if !nested {
		return "."
	}
	return rest
}

// startedFile finds the file that a command starts, by its folder alone: a script of
// the same name elsewhere is not meant.
func (m *miner) startedFile(c data.Command) string {
	if c.Dir == "" {
		return ""
	}
	if c.Module != "" {
		return m.repo.Module(path.Join(c.Dir, "-m"), c.Module)
	}
	if name := path.Join(c.Dir, c.Script); !path.IsAbs(c.Script) && m.repo.IsFile(name) {
		return name
	}
	return ""
}

// arguments tells options, their values and operands apart. Without knowing the
// script's options, the word after an option is taken for its value.
func arguments(words []shell.Word, script *data.Script) []data.Argument {
	var args []data.Argument
	for i := 0; i < len(words); i++ {
		word := words[i].Text
		if word == "--" {
			continue
		}
		name, value, equals := strings.Cut(word, "=")
		key := script != nil && script.Kind == data.ParserHydra && equals // key=value
		if !isOption(word) && !key {
			args = append(args, data.Argument{Values: []string{word}})
			continue
		}
		a := data.Argument{Option: name, Equals: equals}
		most := 1
		if script != nil {
			o, ok := findOption(script, name)
			a.Undeclared = !ok && !script.Open
			if ok {
				most = mostValues(o)
				if script.Kind == data.ParserAbsl && o.Type == "bool" {
					most = 0 // --flag, --noflag, or --flag=value
				}
			}
		}
		if equals {
			a.Values = []string{value}
			args = append(args, a)
			continue
		}
		for len(a.Values) < most && i+1 < len(words) && !isOption(words[i+1].Text) {
			i++
			a.Values = append(a.Values, words[i].Text)
		}
		args = append(args, a)
	}
	return args
}

// isOption tells an option from a value: a negative number is a value.
func isOption(word string) bool {
	if len(word) < 2 || word[0] != '-' {
		return false
	}
	return !strings.ContainsRune("0123456789.", rune(word[1]))
}

// findOption finds a declared option by its name, or by an abbreviation that is
// unique, as argparse does. Absl takes one dash or two, and --noname.
func findOption(s *data.Script, name string) (data.DeclaredOption, bool) {
	if name == "-h" || name == "--help" {
		var help data.DeclaredOption // every parser has it
		help.Action = "help"
		return help, s.Kind != data.ParserArgv
	}
	var abbreviated []data.DeclaredOption
	bare := strings.TrimLeft(name, "-")
	for _, o := range s.Options {
		for _, n := range o.Names {
			switch {
			case n == name:
				return o, true
			case s.Kind == data.ParserAbsl && (n == "--"+bare || n == "--"+strings.TrimPrefix(bare, "no")):
				return o, true
			case strings.HasPrefix(name, "--") && strings.HasPrefix(n, name):
				abbreviated = append(abbreviated, o)
			}
		}
	}
	if len(abbreviated) == 1 {
		return abbreviated[0], true
	}
	return data.DeclaredOption{}, false
}

// many is more values than any command has.
const many = 1 << 20

// mostValues is how many words an option takes at most.
func mostValues(o data.DeclaredOption) int {
	switch o.Action {
	case "", "store", "append", "extend":
	case "store_true", "store_false", "store_const", "append_const", "count", "help", "version", "argparse.BooleanOptionalAction":
		return 0
	}
	switch o.Arity {
	case "", "?":
		return 1
	case "*", "+", "...", "A...":
		return many
	}
	n := 0
	for _, c := range []byte(o.Arity) {
		if c < '0' || c > '9' || n > many {
			return 1
		}
		n = 10*n + int(c-'0')
	}
	return n
}
