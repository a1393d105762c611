package mine

import (
	"path"

	"podium/data"
)

// Touched lists the tasks that differences of their repository's lock bear upon:
// in the file that a task starts or calls, in one that declares its options, or in
// its document.
func Touched(tasks []data.Task, lock *data.Lock, differences []Difference) []data.Task {
	changed := map[string]bool{}
	for _, d := range differences {
		changed[d.File] = true
	}
	var touched []data.Task
	for _, t := range tasks {
		for _, file := range filesOf(&t, lock) {
			if changed[file] {
				touched = append(touched, t)
				break
			}
		}
	}
	return touched
}

// filesOf lists the files of the repository that a task depends on.
func filesOf(t *data.Task, lock *data.Lock) []string {
	files := append([]string{t.Readme}, t.Entry.Parsers...)
	if t.Entry.File != "" {
		files = append(files, t.Entry.File)
	}
	if t.Entry.Script != "" {
		script := path.Join(t.Directory, t.Entry.Script)
		files = append(files, script)
		if s, ok := lock.Script(script); ok {
			for _, p := range s.Parsers {
				files = append(files, p.File)
			}
		}
	}
	if f, _, ok := lock.Signature(t.Entry.API); ok {
		files = append(files, f.File)
	}
	return files
}
