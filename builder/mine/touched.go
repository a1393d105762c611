package mine

import (
	"path"
	"slices"
	"strings"

	"podium/data"
)

// Touched lists the tasks that differences of their repository's lock bear upon:
// in the file that a task starts or calls, in one that declares its options, in a
// shell script's command that starts it, or in its document, where that is in the
// task's section or starts or calls the task's entry.
func Touched(tasks []data.Task, lock *data.Lock, differences []Difference) []data.Task {
	var touched []data.Task
	for i := range tasks {
		u := usesOf(&tasks[i], lock)
		if slices.ContainsFunc(differences, u.concern) {
			touched = append(touched, tasks[i])
		}
	}
	return touched
}

// uses is what a task depends on in its repository.
type uses struct {
	task  *data.Task
	lock  *data.Lock
	files map[string]bool // whole
	entry string          // file that is started, or module:Name that is called
}

func usesOf(t *data.Task, lock *data.Lock) uses {
	u := uses{t, lock, map[string]bool{}, t.Entry.File}
	if t.Entry.Script != "" {
		u.entry = path.Join(t.Directory, t.Entry.Script)
	}
	for _, p := range t.Entry.Parsers {
		u.files[p] = true
	}
	if s, ok := lock.Script(u.entry); ok {
		for _, p := range s.Parsers {
			u.files[p.File] = true
		}
	}
	if t.Entry.API != "" {
		f, s, ok := lock.Signature(t.Entry.API)
		if u.entry = t.Entry.API; ok {
			u.files[f.File], u.entry = true, s.Name
		}
	} else {
		u.files[u.entry] = true
	}
	return u
}

func (u uses) concern(d Difference) bool {
	if u.files[d.File] {
		return true
	}
	for _, p := range d.places {
		switch {
		case p.entry != "" && u.starts(p.entry):
			return true
		case d.File != u.task.Readme:
		case p.sections == nil || u.task.Section == "" || slices.Contains(p.sections, u.task.Section):
			return true
		}
	}
	return false
}

// starts tells whether what a command starts or a snippet calls is the task's entry,
// or made with it.
func (u uses) starts(what string) bool {
	name, _, _ := strings.Cut(what, "(")
	if _, s, ok := u.lock.Signature(name); ok {
		name = s.Name
	}
	return name == u.entry
}
