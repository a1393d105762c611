package shell

import (
	"path"
	"strings"
)

// Launch is how a command starts a script or a module.
type Launch struct {
	Launcher  []string // words before the script or module: python3 · bash · torchrun --nproc_per_node 8
	Script    string
	Module    string // of python -m
	Arguments []Word
}

// wrappers start the command that follows them, after options of their own.
var wrappers = map[string]bool{
	"sudo": true, "nohup": true, "time": true, "exec": true, "env": true, "srun": true, "mpirun": true,
	"horovodrun": true, "xvfb-run": true, "nice": true,
}

// launchers start a Python script or module after options of their own.
var launchers = map[string]bool{"torchrun": true, "accelerate": true, "deepspeed": true, "dglrun": true}

// launchModules do so through python -m.
var launchModules = map[string]bool{
	"torch.distributed.launch": true, "torch.distributed.run": true, "accelerate.commands.launch": true,
	"torch.distributed.elastic_launch": true,
}

// Launch tells what the command starts; ok is false when that is no script and no
// module.
func (c *Command) Launch() (l Launch, ok bool) {
	words := c.Words
	at := 0
	if wrappers[words[0].Text] {
		for at < len(words) && !isInterpreter(words[at].Text) && !launchers[words[at].Text] {
			at++
		}
		if at == len(words) {
			return l, false
		}
	}
	name := path.Base(words[at].Text)
	switch {
	case isPython(name):
		return python(words, at+1)
	case isInterpreter(name):
		return shell(words, at+1)
	case launchers[name]:
		return distributed(words, at+1)
	case words[at].Text == "source" || words[at].Text == ".":
		if at+1 < len(words) && strings.HasSuffix(words[at+1].Text, ".sh") {
			return launch(words, at+1), true
		}
	case strings.HasSuffix(name, ".py") || strings.HasSuffix(name, ".sh"):
		return launch(words, at), true
	}
	return l, false
}

func isPython(name string) bool {
	rest, ok := strings.CutPrefix(path.Base(name), "python")
	return ok && strings.Trim(rest, "0123456789.") == ""
}

func isInterpreter(name string) bool {
	switch path.Base(name) {
	case "bash", "sh", "zsh":
		return true
	}
	return isPython(name)
}

// launch has the script at words[at].
func launch(words []Word, at int) Launch {
	return Launch{Launcher: texts(words[:at]), Script: words[at].Text, Arguments: words[at+1:]}
}

func launchModule(words []Word, at int) Launch {
	return Launch{Launcher: texts(words[:at-1]), Module: words[at].Text, Arguments: words[at+1:]}
}

// python reads the interpreter's own options from words[at].
func python(words []Word, at int) (Launch, bool) {
	for ; at < len(words); at++ {
		word := words[at].Text
		switch {
		case word == "-m" && at+1 < len(words):
			if launchModules[words[at+1].Text] {
				return distributed(words, at+2)
			}
			return launchModule(words, at+1), true
		case word == "-W" || word == "-X":
			at++
		case word == "-c" || word == "-" || word == "-V" || word == "--version":
			return Launch{}, false
		case !strings.HasPrefix(word, "-"):
			return launch(words, at), true
		}
	}
	return Launch{}, false
}

func shell(words []Word, at int) (Launch, bool) {
	for ; at < len(words); at++ {
		word := words[at].Text
		switch {
		case word == "-c":
			return Launch{}, false
		case !strings.HasPrefix(word, "-"):
			return launch(words, at), true
		}
	}
	return Launch{}, false
}

// distributed finds the script after a launcher's options: the first word that
// ends as a Python file does, or the module after -m.
func distributed(words []Word, at int) (Launch, bool) {
	for ; at < len(words); at++ {
		word := words[at].Text
		switch {
		case (word == "-m" || word == "--module") && at+1 < len(words):
			return launchModule(words, at+1), true
		case strings.HasSuffix(word, ".py") && !strings.HasPrefix(word, "-"):
			return launch(words, at), true
		}
	}
	return Launch{}, false
}

func texts(words []Word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.Text
	}
	return list
}
