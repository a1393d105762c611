package source

import (
	"path"
	"strings"
)

// sourceRoots are folders that hold packages without being one: a script that
// imports pkg means src/pkg when the project is installed.
var sourceRoots = []string{".", "src", "python", "lib"}

// ModuleName is the dotted name by which a Python file is imported: relative to
// the repository, or to a source root of its whose package it is in.
func (r *Repository) ModuleName(file string) string {
	name := strings.TrimSuffix(file, ".py")
	for _, root := range sourceRoots[1:] {
		rest, ok := strings.CutPrefix(name, root+"/")
		if !ok || r.IsFile(root+"/__init__.py") {
			continue
		}
		if pkg, _, nested := strings.Cut(rest, "/"); nested && r.IsFile(root+"/"+pkg+"/__init__.py") {
			name = rest
			break
		}
	}
	if r.IsFile("__init__.py") {
		name = r.Name + "/" + name
	}
	name = strings.TrimSuffix(name, "/__init__")
	return strings.ReplaceAll(name, "/", ".")
}

// Module finds the file of a dotted module that file imports: as Python would
// when file is started as a script (beside it first), then from the repository's
// source roots. A leading dot is a relative import. Empty: not in the repository.
func (r *Repository) Module(file, module string) string {
	if rest := strings.TrimLeft(module, "."); len(rest) < len(module) {
		dir := path.Dir(file)
		for range len(module) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		return r.moduleIn(dir, rest)
	}
	dirs := append([]string{path.Dir(file)}, sourceRoots...)
	// A package deeper in the tree imports itself by its own name from any of its
	// files, so every folder above file may be on the path.
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		dirs = append(dirs, path.Dir(dir))
	}
	for _, dir := range dirs {
		if found := r.moduleIn(dir, module); found != "" {
			return found
		}
	}
	if rest, ok := strings.CutPrefix(module, r.Name+"."); ok && r.IsFile("__init__.py") {
		return r.moduleIn(".", rest)
	}
	return ""
}

func (r *Repository) moduleIn(dir, module string) string {
	base := path.Join(dir, strings.ReplaceAll(module, ".", "/"))
	for _, name := range []string{base + ".py", path.Join(base, "__init__.py")} {
		if r.IsFile(name) {
			return name
		}
	}
	return ""
}
