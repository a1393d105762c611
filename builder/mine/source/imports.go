package source

import (
	"path"
	"slices"
	"strings"

	"podium/internal/store"
)

// sourceRoots are folders that by custom hold packages without being one.
var sourceRoots = []string{"src", "python", "lib"}

// importRoots lists the folders that Python imports from once the repository, or
// a project in it, is installed: the root, the customary folders, and every folder
// that has the files of a project.
func importRoots(c store.Commit) []string {
	roots := append([]string{"."}, sourceRoots...)
	for _, f := range c.Files {
		switch dir, name := path.Split(f.Path); name {
		case "setup.py", "setup.cfg", "pyproject.toml":
			dir = path.Clean(dir)
			roots = append(roots, dir, path.Join(dir, "src"))
		}
	}
	slices.Sort(roots[1:])
	return slices.Compact(roots)
}

// ModuleName is the dotted name by which a Python file is imported: from the
// deepest import root whose package it is in, else from the repository's root.
func (r *Repository) ModuleName(file string) string {
	name, best := file, "."
	for _, root := range r.roots {
		rest, ok := strings.CutPrefix(file, root+"/")
		if !ok || len(root) <= len(best) && best != "." || r.IsFile(root+"/__init__.py") {
			continue
		}
		if pkg, _, nested := strings.Cut(rest, "/"); nested && r.IsFile(root+"/"+pkg+"/__init__.py") {
			name, best = rest, root
		}
	}
	name = strings.TrimSuffix(name, ".py")
	if r.IsFile("__init__.py") {
		name = r.Name + "/" + name
	}
	name = strings.TrimSuffix(name, "/__init__")
	return strings.ReplaceAll(name, "/", ".")
}

// Module finds the file of a dotted module that file imports: as Python would
// when file is started as a script (beside it first), then from the import roots.
// A leading dot is a relative import. Empty: not in the repository.
func (r *Repository) Module(file, module string) string {
	if rest := strings.TrimLeft(module, "."); len(rest) < len(module) {
		dir := path.Dir(file)
		for range len(module) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		return r.moduleIn(dir, rest)
	}
	if found := r.moduleIn(path.Dir(file), module); found != "" {
		return found
	}
	// A package deeper in the tree imports itself by its own name from any of its
	// files, so every folder above file may be on the path.
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if found := r.moduleIn(path.Dir(dir), module); found != "" {
			return found
		}
	}
	for _, root := range r.roots {
		if found := r.moduleIn(root, module); found != "" {
			return found
		}
	}
	// From beside its checkout a repository is a package by its folder's name.
	if rest, ok := strings.CutPrefix(module, r.Name+"."); ok {
		return r.moduleIn(".", rest)
	}
	return ""
}

func (r *Repository) moduleIn(dir, module string) string {
	if dir == "." && module == "" {
		return ""
	}
	base := path.Join(dir, strings.ReplaceAll(module, ".", "/"))
	for _, name := range []string{base + ".py", path.Join(base, "__init__.py")} {
		if r.IsFile(name) {
			return name
		}
	}
	return ""
}
