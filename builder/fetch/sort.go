package fetch

import (
	"cmp"
	"slices"

	"podium/internal/store"
)

func sortFiles(files []store.File) {
	slices.SortFunc(files, func(a, b store.File) int { return cmp.Compare(a.Path, b.Path) })
}
