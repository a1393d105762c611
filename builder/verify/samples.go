package verify

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"podium/schemas"
	"podium/scorer/check"
)

// checkSamples holds the rows against the format's promises.
func (v *verifier) checkSamples() {
	tasks := map[string]*schemas.Task{}
	for i := range v.tasks {
		tasks[v.tasks[i].row.TaskID] = &v.tasks[i].row
	}
	first := map[schemas.Key]located[schemas.Sample]{}
	perTask := map[string]int64{}
	for _, s := range v.samples {
		key := s.row.Key()
		if f, ok := first[key]; ok {
			v.checkAgain(f, s)
			continue
		}
		first[key] = s
		perTask[s.row.TaskID]++
		v.report.Judged[s.row.Judged]++
		v.checkRow(s, tasks)
	}
	v.checkTrain()
	v.report.Keys, v.report.Tasks = len(first), len(v.tasks)
	for _, t := range v.tasks {
		if n := perTask[t.row.TaskID]; n != t.row.Samples {
			v.taskProblem(t, "%d samples, it says %d", n, t.row.Samples)
		}
	}
}

// tested is the split that the others must give nothing of away.
const tested = "full"

// subsets are splits whose rows also stand in another one.
var subsets = map[string]string{"quarter": tested}

// checkAgain reports a key that occurs again, unless it is the same row in a
// split and its subset.
func (v *verifier) checkAgain(first, again located[schemas.Sample]) {
	switch {
	case subsets[again.file.Split] != first.file.Split:
		v.sampleProblem(again, "the key occurs already in split %s, row %d", first.file.Split, first.index)
	case again.row != first.row:
		v.sampleProblem(again, "the row differs from row %d of split %s", first.index, first.file.Split)
	}
}

// checkTrain reports samples to train on that a tested sample gives away: the
// same task with the same arguments, or the same instruction when compatibility
// forms, case and white space do not count. An imported release is upstream's.
func (v *verifier) checkTrain() {
	if v.report.Imported {
		return
	}
	content, instruction := map[[2]string]schemas.Key{}, map[string]schemas.Key{}
	for _, s := range v.samples {
		if s.file.Split == tested {
			content[[2]string{s.row.TaskID, s.row.Arguments}] = s.row.Key()
			instruction[normalise(s.row.Instruction)] = s.row.Key()
		}
	}
	for _, s := range v.samples {
		if s.file.Split == tested || subsets[s.file.Split] == tested {
			continue
		}
		if key, ok := content[[2]string{s.row.TaskID, s.row.Arguments}]; ok {
			v.sampleProblem(s, "task and arguments are those of the tested %s", key)
		} else if key, ok := instruction[normalise(s.row.Instruction)]; ok {
			v.sampleProblem(s, "the instruction is that of the tested %s", key)
		}
	}
}

func normalise(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(norm.NFKC.String(text)), " "))
}

// checkRow checks one sample by itself, against its source and its task.
func (v *verifier) checkRow(s located[schemas.Sample], tasks map[string]*schemas.Task) {
	row := &s.row
	if of, ok := subsets[s.file.Split]; ok {
		if _, has := v.manifest.File(schemas.ConfigSamples, of); has {
			v.sampleProblem(s, "it is not in split %s", of)
		}
	}
	if args, err := schemas.ParseArguments(row.Arguments); err != nil {
		v.sampleProblem(s, "%v", err)
	} else if args.JSON() != row.Arguments {
		v.sampleProblem(s, "arguments %s are not written as %s", row.Arguments, args.JSON())
	}
	if row.Type != schemas.TypeBash && row.Type != schemas.TypePython {
		v.sampleProblem(s, "type %q", row.Type)
	}
	if row.Judged != schemas.JudgedExecution && row.Judged != schemas.JudgedStatic {
		v.sampleProblem(s, "judged %q", row.Judged)
	}
	if v.manifest.Text == schemas.TextNone && row.Oracle != "" {
		v.sampleProblem(s, "an oracle in the variant without text")
	}
	i := slices.IndexFunc(v.manifest.Sources, func(x schemas.Source) bool { return x.GithubID == row.GithubID })
	if i < 0 {
		v.sampleProblem(s, "the manifest has no source %d", row.GithubID)
	} else if src := v.manifest.Sources[i]; src.Commit != row.Commit || src.Licence != row.Licence {
		v.sampleProblem(s, "commit %s, licence %s; the manifest's source has %s, %s", row.Commit, row.Licence, src.Commit, src.Licence)
	}
	var task *schemas.Task
	if !v.report.Imported {
		task = tasks[row.TaskID]
		if task == nil {
			v.sampleProblem(s, "task %q is not in the release", row.TaskID)
			return
		}
		if task.GithubID != row.GithubID || task.Commit != row.Commit || task.Type != row.Type || task.Path != row.Path ||
			task.ReadmePath != row.ReadmePath || task.Judged != row.Judged {
			v.sampleProblem(s, "repository, commit, type, path, README or judged is not that of task %s", row.TaskID)
		}
	}
	v.checkReference(s, task)
}

// checkReference reports a reference output that the scorer's static checks refuse.
func (v *verifier) checkReference(s located[schemas.Sample], task *schemas.Task) {
	f := check.Check(&s.row, task, s.row.Output)
	r := &v.report.References
	r.Checked++
	failing := FailingReference{Key: s.row.Key(), Paper: paper(f.Paper)}
	if failing.Paper == "" {
		r.Paper++
	}
	if f.Strict.Verdict == "" {
		r.Strict++
	} else {
		failing.Strict = strict(f.Strict)
	}
	if failing.Paper == "" && failing.Strict == "" {
		return
	}
	r.Failing = append(r.Failing, failing)
	if !v.report.Imported {
		v.sampleProblem(s, "the reference output fails the scorer's check: %s", failing)
	}
}

func paper(p check.Paper) string {
	switch {
	case p.Dies != "":
		return "the published scorer dies: " + p.Dies
	case !p.Arguments && !p.Type:
		return "arguments and type"
	case !p.Arguments:
		return "arguments"
	case !p.Type:
		return "type"
	}
	return ""
}

func strict(s check.Strict) string {
	text := s.Verdict
	for _, r := range s.Reasons {
		text += fmt.Sprintf(", %s (%s)", r.Code, r.Detail)
	}
	return text
}

func (v *verifier) sampleProblem(s located[schemas.Sample], format string, a ...any) {
	key := s.row.Key()
	v.report.Problems = append(v.report.Problems, Problem{
		File: s.file.Path, Row: s.index, Key: &key, Task: s.row.TaskID, What: fmt.Sprintf(format, a...),
	})
}

func (v *verifier) taskProblem(t located[schemas.Task], format string, a ...any) {
	v.report.Problems = append(v.report.Problems, Problem{
		File: t.file.Path, Row: t.index, Task: t.row.TaskID, What: fmt.Sprintf(format, a...),
	})
}
