package check

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"podium/schemas"
)

// invocation is the start of a program by an interpreter or launcher.
type invocation struct {
	file   string // relative to the tree; empty when it is outside
	script string // the word that names it: gan.py, or training.main after -m
	module bool   // started by -m
	args   []word // what the program is given
	before []word // options of the launcher
	line   int
	piped  bool
	// noShape is a reason against the start itself, "" for none.
	code, detail string
}

func (inv *invocation) name() string {
	if inv.module {
		return "module " + inv.script
	}
	return inv.script
}

// launchers start a script where the task does not say.
var launchers = []string{"python", "python3", "bash", "sh"}

// launch reads words as the start of a program, or returns nil when the first
// of them starts none.
func (w *walk) launch(words []word) *invocation {
	if len(words) == 0 {
		return nil
	}
	names := launchers
	if w.task != nil && len(w.task.Launchers) > 0 {
		names = w.task.Launchers
	} else if w.task == nil {
		names = append(slices.Clone(launchers), "torchrun")
	}
	for _, name := range names {
		prefix := strings.Fields(name)
		if len(words) < len(prefix) || !slices.Equal(texts(words[:len(prefix)]), prefix) {
			continue
		}
		inv := &invocation{line: words[0].line}
		rest := words[len(prefix):]
		switch {
		case len(prefix) == 1 && isPython(name):
			w.python3(inv, rest)
		case len(prefix) == 1 && (name == "bash" || name == "sh"):
			w.shell(inv, rest)
		default:
			w.wrapper(inv, rest)
		}
		return inv
	}
	return nil
}

// warning is a filter for -W that names no module: Python would import it.
var warning = regexp.MustCompile(`^\w+(:\w*){0,2}$`)

func isPython(name string) bool {
	return strings.HasPrefix(name, "python") && strings.Trim(name[len("python"):], "0123456789.") == ""
}

// python3 reads Python's own command line. Options that change what the program
// is or does are refused: -c, -i, -O, -S, -I, -E, --version, ….
func (w *walk) python3(inv *invocation, words []word) {
	for i := 0; i < len(words); i++ {
		text := words[i].text
		switch {
		case text == "-m":
			if i+1 < len(words) {
				w.module(inv, words[i+1:])
			}
			return
		case strings.HasPrefix(text, "-m") && len(text) > 2:
			w.module(inv, append([]word{{text[2:], words[i].line}}, words[i+1:]...))
			return
		case text == "-W" && i+1 < len(words) && warning.MatchString(words[i+1].text):
			i++
		case strings.HasPrefix(text, "-W") && warning.MatchString(text[2:]):
		case len(text) > 1 && text[0] == '-' && strings.Trim(text[1:], "uB") == "":
		case strings.HasPrefix(text, "-"):
			inv.code, inv.detail = "interpreter_option", "python "+text+" is not a plain start of a program"
			return
		default:
			inv.script, inv.args = text, words[i+1:]
			inv.file, _ = inTree(w.dir, text)
			return
		}
		inv.before = append(inv.before, words[i:min(i+1, len(words))]...)
	}
	inv.code, inv.detail = "interpreter_option", "python is started without a program"
}

// module reads what follows -m. Launchers that are modules hand on to a script.
func (w *walk) module(inv *invocation, words []word) {
	name := words[0].text
	if (name == "torch.distributed.launch" || name == "torch.distributed.run") && (w.task == nil || w.task.Entry != name) {
		w.wrapper(inv, words[1:])
		return
	}
	inv.module, inv.script, inv.args = true, name, words[1:]
	file := strings.ReplaceAll(name, ".", "/")
	inv.file, _ = inTree(w.dir, file+".py")
	if w.task != nil {
		if main, ok := inTree(w.dir, file+"/__main__.py"); ok && main == w.task.EntryFile {
			inv.file = main
		}
	}
}

// shell reads the command line of bash or sh.
func (w *walk) shell(inv *invocation, words []word) {
	for i, word := range words {
		if flags, ok := strings.CutPrefix(word.text, "-"); ok {
			if flags == "" || strings.Trim(flags, "eux") != "" {
				inv.code, inv.detail = "interpreter_option", "the shell's option "+word.text+" is not a plain start of a script"
				return
			}
			inv.before = append(inv.before, word)
			continue
		}
		inv.script, inv.args = word.text, words[i+1:]
		inv.file, _ = inTree(w.dir, word.text)
		return
	}
	inv.code, inv.detail = "interpreter_option", "the shell is started without a script"
}

// wrapper reads the command line of another launcher, whose options are not
// known here: the program is the first word that names the entry, or any script
// where there is no task.
func (w *walk) wrapper(inv *invocation, words []word) {
	for i, word := range words {
		if word.text == "--help" || word.text == "-h" || word.text == "--version" {
			inv.code, inv.detail = "help", "the launcher only prints "+word.text
			return
		}
		if word.text == "-m" && i+1 < len(words) {
			w.module(inv, words[i+1:])
			return
		}
		file, ok := inTree(w.dir, word.text)
		if ok && (w.task != nil && file == w.task.EntryFile || w.task == nil && isScript(word.text)) {
			inv.file, inv.script, inv.args = file, word.text, words[i+1:]
			return
		}
		inv.before = append(inv.before, word)
	}
	inv.code, inv.detail = "interpreter_option", "the launcher is started without the entry"
}

func isScript(name string) bool {
	ext := path.Ext(name)
	return ext == ".py" || ext == ".sh"
}

// isEntry reports whether an invocation starts the task's entry. Where there is
// no task, any script or module is one.
func (w *walk) isEntry(inv *invocation) bool {
	if inv.code != "" {
		return w.task == nil || inv.script == ""
	}
	if inv.file == "" {
		return false
	}
	if w.task == nil {
		return inv.module || isScript(inv.script)
	}
	want := w.task.EntryFile
	if want == "" && w.task.EntryKind == schemas.EntryScript {
		want, _ = inTree(cleanDir(w.task.Path), w.task.Entry)
	}
	return path.Clean(want) == inv.file
}
