package mine

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"podium/builder/mine/markdown"
	"podium/builder/mine/shell"
	"podium/builder/mine/snippet"
	"podium/builder/mine/source"
	"podium/data"
)

// documents reads the READMEs, and what else tasks are read from.
func (m *miner) documents(ctx context.Context) error {
	named := map[string]bool{}
	for _, t := range m.tasks {
		named[t.Readme] = true
	}
	for _, f := range m.repo.Files(func(name string) bool { return source.IsReadme(name) || named[name] }) {
		if err := ctx.Err(); err != nil {
			return err
		}
		src, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		if !utf8.Valid(src) {
			m.unread(f, 1, "markdown", "not UTF-8 text")
			continue
		}
		doc, err := markdown.Read(src)
		if err != nil {
			m.unread(f, 1, "markdown", err.Error())
			continue
		}
		r := &documentReader{miner: m, src: src, doc: data.Document{LockedFile: f, Bytes: len(src), Sections: doc.Sections}}
		for i := range doc.Codes {
			r.code(&doc.Codes[i])
		}
		m.lock.Documents = append(m.lock.Documents, r.doc)
	}
	return nil
}

// documentReader tells a document's code apart: shell or Python.
type documentReader struct {
	*miner
	src []byte
	doc data.Document
}

var (
	pythonLangs = map[string]bool{"python": true, "py": true, "python3": true, "pycon": true, "ipython": true}
	shellLangs  = map[string]bool{
		"": true, "bash": true, "sh": true, "shell": true, "console": true, "zsh": true, "terminal": true,
		"commandline": true, "cmd": true, "text": true, "shell-session": true, "shellscript": true, "linux": true,
	}
)

func (r *documentReader) code(c *markdown.Code) {
	switch {
	case c.Kind == markdown.Inline:
		r.shell(c)
	case c.Kind == markdown.Quoted:
		r.quoted(c)
	case pythonLangs[c.Lang]:
		s, err := snippet.Read(c.Text)
		if err == nil && !s.Errors {
			r.snippet(c, s)
			return
		}
		if r.shell(c) {
			return // commands in a block that says Python
		}
		if err != nil {
			r.unread(r.doc.LockedFile, c.Line, "python", err.Error())
			return
		}
		r.unread(r.doc.LockedFile, c.Line, "python", "some of the block is not Python; what can be read is kept")
		r.snippet(c, s)
	case shellLangs[c.Lang]:
		if r.shell(c) || c.Lang != "" {
			return
		}
		if s, err := snippet.Read(c.Text); err == nil && !s.Errors && len(s.Imports) > 0 {
			r.snippet(c, s)
		}
	}
}

// quoted takes a block quote that is Python and imports something or keeps what a
// call gives; prose is neither. A backslash at a line's end may be Markdown's.
func (r *documentReader) quoted(c *markdown.Code) {
	for _, text := range []string{c.Text, strings.ReplaceAll(c.Text, "\\\n", " \n")} {
		s, err := snippet.Read(text)
		if err != nil || s.Errors {
			continue
		}
		if len(s.Imports) > 0 || slices.ContainsFunc(s.Calls, func(c data.SnippetCall) bool { return c.Bound != "" }) {
			r.snippet(c, s)
		}
		return
	}
}

func (r *documentReader) snippet(c *markdown.Code, s snippet.Snippet) {
	if len(s.Imports)+len(s.Calls) == 0 {
		return
	}
	for i := range s.Calls {
		s.Calls[i].Line += c.Line - 1
	}
	r.doc.Snippets = append(r.doc.Snippets, data.Snippet{Span: c.Span, Imports: s.Imports, Calls: s.Calls})
}

// shell adds the commands of a piece of code that start something, and tells
// whether there are any. They are read from the document's folder, or from the
// root when that is where their files are.
func (r *documentReader) shell(c *markdown.Code) bool {
	dir := path.Dir(r.doc.File)
	script := shell.ReadShown(c.Text, dir)
	commands := r.started(script, c.Kind == markdown.Inline)
	if dir != "." && !anyFile(commands) {
		atRoot := shell.ReadShown(c.Text, ".")
		if alternative := r.started(atRoot, c.Kind == markdown.Inline); anyFile(alternative) {
			commands = alternative
		}
	}
	if c.Kind != markdown.Inline && (len(commands) > 0 || !pythonLangs[c.Lang]) {
		for _, f := range script.Faults {
			r.unread(r.doc.LockedFile, c.Line+f.Line-1, "shell", f.Why)
		}
	}
	for _, cmd := range commands {
		cmd.Span = c.Place(r.src, cmd.Start, cmd.End)
		r.doc.Commands = append(r.doc.Commands, cmd)
	}
	return len(commands) > 0
}

func anyFile(commands []data.Command) bool {
	for _, c := range commands {
		if c.File != "" {
			return true
		}
	}
	return false
}

// started keeps the commands that start a script, or a module of the repository.
// Inline code names a script more often than it starts one, and a version of
// Python too: there a launcher and a script's ending are needed.
func (m *miner) started(s shell.Script, inline bool) []data.Command {
	var commands []data.Command
	for i := range s.Commands {
		c := &s.Commands[i]
		l, ok := c.Launch()
		if !ok || inline && l.Module == "" && (len(l.Launcher) == 0 || !isScript(l.Script)) {
			continue
		}
		cmd := m.command(c, l)
		if cmd.Module != "" && cmd.File == "" {
			continue // pip, venv, http.server
		}
		commands = append(commands, cmd)
	}
	return commands
}

func isScript(name string) bool { return source.IsPython(name) || source.IsShell(name) }

// shells reads the shell scripts.
func (m *miner) shells(ctx context.Context) error {
	for _, f := range m.repo.Files(source.IsShell) {
		if err := ctx.Err(); err != nil {
			return err
		}
		src, err := m.repo.Read(f)
		if err != nil {
			return err
		}
		text := string(src)
		dir := path.Dir(f.File)
		script, err := shell.Read(text, dir)
		if err != nil {
			m.unread(f, 1, "shell", err.Error())
			continue
		}
		commands := m.started(script, false)
		if dir != "." && !anyFile(commands) {
			if atRoot, err := shell.Read(text, "."); err == nil {
				if alternative := m.started(atRoot, false); anyFile(alternative) {
					commands = alternative
				}
			}
		}
		if commands == nil {
			commands = []data.Command{}
		}
		s := data.Shell{LockedFile: f, Commands: commands}
		for _, p := range script.Positionals {
			s.Positionals = append(s.Positionals, data.Positional(p))
		}
		m.lock.Shells = append(m.lock.Shells, s)
	}
	return nil
}
