package source

import (
	"fmt"
	"path"
	"strings"

	"podium/data"
	"podium/internal/store"
)

// Repository is a pinned repository in a store.
type Repository struct {
	// Name is the name that the checkout's folder has upstream, which is the
	// package's name where the root itself is a package.
	Name string
	// Clone is the folder that git clone makes.
	Clone  string
	commit store.Commit
	blobs  Blobs
	dirs   map[string]bool
	roots  []string // folders that Python may import from, "." first
}

// Blobs gives the bytes of a git blob id, as a store does.
type Blobs interface {
	Blob(id string) ([]byte, error)
}

// New returns the repository r whose files at its pin are c's.
func New(r data.Repository, c store.Commit, blobs Blobs) *Repository {
	repo := &Repository{Name: r.Folder, Clone: r.Repo, commit: c, blobs: blobs, dirs: map[string]bool{".": true}}
	for _, f := range c.Files {
		for dir := path.Dir(f.Path); !repo.dirs[dir]; dir = path.Dir(dir) {
			repo.dirs[dir] = true
		}
	}
	repo.roots = importRoots(c)
	return repo
}

// Files lists the stored regular files for which keep is true, sorted by path.
func (r *Repository) Files(keep func(name string) bool) []data.LockedFile {
	var files []data.LockedFile
	for _, f := range r.commit.Files {
		regular := f.Mode == store.ModeFile || f.Mode == store.ModeExecutable
		if f.Stored && regular && keep(f.Path) {
			files = append(files, data.LockedFile{File: f.Path, Blob: f.Blob})
		}
	}
	return files
}

// Read returns a file's bytes.
func (r *Repository) Read(f data.LockedFile) ([]byte, error) {
	b, err := r.blobs.Blob(f.Blob)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.File, err)
	}
	return b, nil
}

// IsFile tells whether name is a tracked file, stored or not.
func (r *Repository) IsFile(name string) bool {
	_, ok := r.commit.Find(name)
	return ok
}

// IsDir tells whether name is a folder with tracked files in it.
func (r *Repository) IsDir(name string) bool { return r.dirs[name] }

// Kinds of file.
func IsPython(name string) bool { return path.Ext(name) == ".py" }

// IsShell tells whether name is a shell script's.
func IsShell(name string) bool {
	ext := path.Ext(name)
	return ext == ".sh" || ext == ".bash"
}

// IsReadme tells whether name is a README, as upstream finds them: the file's
// name has README in it, in any case.
func IsReadme(name string) bool {
	base := strings.ToLower(path.Base(name))
	return strings.Contains(base, "readme") && !IsPython(base)
}

// IsLicence tells whether name is a file that states terms.
func IsLicence(name string) bool {
	if IsPython(name) || IsShell(name) {
		return false
	}
	base := strings.ToUpper(path.Base(name))
	base = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(base, ".MD"), ".TXT"), ".RST")
	for _, word := range []string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "THIRD_PARTY_LICENSES"} {
		if base == word || strings.HasPrefix(base, word+"-") || strings.HasPrefix(base, word+"_") || strings.HasSuffix(base, "."+word) {
			return true
		}
	}
	return false
}
