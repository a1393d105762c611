package upstream

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"podium/data"
	"podium/internal/python"
	"podium/schemas"
)

// Import is what rows of upstream's become.
type Import struct {
	Samples []schemas.Sample
	Sources []schemas.Source
	Files   []schemas.ImportedFile
	Mended  []schemas.Mended
}

// Samples turns the rows of files into samples. Upstream's columns stay as they
// are, but for arguments, which become a JSON object; the literal is kept beside
// it. The commit and licence come from the catalogue by github_id. Rows that
// cannot be taken over are a [Problems] error that lists all of them.
func Samples(repositories []data.Repository, files ...*File) (*Import, error) {
	byID := map[int64]data.Repository{}
	for _, r := range repositories {
		byID[r.GithubID] = r
	}
	var (
		result   Import
		problems Problems
		used     = map[int64]bool{}
		seen     = map[schemas.Key]string{}
	)
	for _, f := range files {
		result.Files = append(result.Files, f.ImportedFile)
		for i := range f.Rows {
			row := &f.Rows[i]
			problem := func(err error) {
				problems.add(Problem{f.Path, row.Place, row.Key(), err.Error()})
			}
			if first, ok := seen[row.Key()]; ok {
				problem(fmt.Errorf("the key is that of %s", first))
				continue
			}
			seen[row.Key()] = f.Path + ": " + row.Place
			sample, mended, err := convert(row, byID)
			if err != nil {
				problem(err)
				continue
			}
			used[row.GithubID] = true
			result.Samples = append(result.Samples, sample)
			for _, what := range mended {
				result.Mended = append(result.Mended, schemas.Mended{GithubID: row.GithubID, ID: row.ID, What: what})
			}
		}
	}
	for _, r := range repositories {
		if used[r.GithubID] {
			result.Sources = append(result.Sources, schemas.Source{
				Repository: r.Name, GithubID: r.GithubID, Name: r.Owner + "/" + r.Repo, Commit: r.Commit, Licence: r.Licence,
			})
		}
	}
	return &result, problems.err()
}

func convert(row *Row, repositories map[int64]data.Repository) (s schemas.Sample, mended []string, err error) {
	repository, known := repositories[row.GithubID]
	if faults := check(row, repository, known); len(faults) > 0 {
		return s, nil, errors.New(strings.Join(faults, "; "))
	}
	args, mended, err := arguments(row.Arguments)
	if err != nil {
		return s, nil, fmt.Errorf("arguments: %w", err)
	}
	return schemas.Sample{
		GithubID:        row.GithubID,
		Github:          row.Github,
		RepoID:          row.RepoID,
		Path:            row.Path,
		Arguments:       args.JSON(),
		Instruction:     row.Instruction,
		Oracle:          row.Oracle,
		Type:            row.Type,
		ID:              row.ID,
		PrefixCode:      row.PrefixCode,
		Output:          row.Output,
		Commit:          repository.Commit,
		Judged:          schemas.JudgedExecution, // upstream judges every row by running it
		Licence:         repository.Licence,
		ArgumentsSource: row.Arguments,
	}, mended, nil
}

// check returns what is wrong with a row's columns other than arguments.
func check(row *Row, repository data.Repository, known bool) (faults []string) {
	fail := func(format string, a ...any) { faults = append(faults, fmt.Sprintf(format, a...)) }
	if !known {
		fail("the catalogue has no github_id %d", row.GithubID)
	} else if !strings.EqualFold(strings.TrimSuffix(row.Github, "/"), repository.URL()) {
		fail("github is %q, the catalogue has %s", row.Github, repository.URL())
	}
	if row.ID < 0 || row.RepoID < 0 {
		fail("id %d and repo_id %d must not be negative", row.ID, row.RepoID)
	}
	if row.Type != schemas.TypeBash && row.Type != schemas.TypePython {
		fail("type is %q, expected %q or %q", row.Type, schemas.TypeBash, schemas.TypePython)
	}
	if clean := path.Clean(row.Path); path.IsAbs(row.Path) || clean == ".." || strings.HasPrefix(clean, "../") {
		fail("path %q leaves the repository", row.Path)
	}
	for _, c := range columns() {
		if c.text == nil {
			continue
		}
		switch text := *c.text(row); {
		case !utf8.ValidString(text):
			fail("%s is not valid UTF-8", c.name)
		case strings.ContainsRune(text, 0):
			fail("%s holds a NUL", c.name)
		}
	}
	return faults
}

// arguments reads a Python dict literal into arguments, each value being what
// Python's str gives, and tells what could not stay as it was.
func arguments(literal string) (args schemas.Arguments, mended []string, err error) {
	v, err := python.Eval(literal)
	if err != nil {
		return nil, nil, err
	}
	dict, ok := v.(*python.Dict)
	if !ok {
		return nil, nil, fmt.Errorf("a Python %s, expected a dict", python.TypeName(v))
	}
	for _, key := range dict.Repeated {
		mended = append(mended, fmt.Sprintf("arguments: key %s is given more than once; the last value is kept", python.Repr(key)))
	}
	args = schemas.Arguments{}
	for _, p := range dict.Pairs {
		name := python.Str(p.Key)
		if _, ok := p.Key.(python.String); !ok {
			mended = append(mended, fmt.Sprintf("arguments: key %s was a Python %s", name, python.TypeName(p.Key)))
		}
		if _, ok := args.Get(name); ok {
			return nil, nil, fmt.Errorf("two keys are written %q", name)
		}
		args = append(args, schemas.Argument{Name: name, Value: python.Str(p.Value)})
	}
	return args, mended, nil
}
