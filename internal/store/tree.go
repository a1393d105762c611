package store

import (
	"encoding/hex"
	"fmt"
	"sort"
	"strings"
)

// TreeID computes git's id of the tree that files, sorted by path, make up.
func TreeID(files []File) (string, error) {
	root := &folder{}
	for _, f := range files {
		if err := root.add(f); err != nil {
			return "", err
		}
	}
	return root.id()
}

// folder is a git tree under construction.
type folder struct {
	entries []entry
	// open is the subfolder that entries still go to: files come sorted, so a
	// folder's files follow one another.
	open     *folder
	openName string
}

type entry struct {
	mode, name, id string
}

func (d *folder) add(f File) error {
	parts := strings.Split(f.Path, "/")
	at := d
	for _, name := range parts[:len(parts)-1] {
		if at.open == nil || at.openName != name {
			if err := at.close(); err != nil {
				return err
			}
			at.open, at.openName = &folder{}, name
		}
		at = at.open
	}
	if err := at.close(); err != nil {
		return err
	}
	at.entries = append(at.entries, entry{f.Mode, parts[len(parts)-1], f.Blob})
	return nil
}

func (d *folder) close() error {
	if d.open == nil {
		return nil
	}
	id, err := d.open.id()
	if err != nil {
		return err
	}
	d.entries = append(d.entries, entry{"40000", d.openName, id})
	d.open, d.openName = nil, ""
	return nil
}

func (d *folder) id() (string, error) {
	if err := d.close(); err != nil {
		return "", err
	}
	// Git sorts a folder as if its name ended in a slash.
	key := func(e entry) string {
		if e.mode == "40000" {
			return e.name + "/"
		}
		return e.name
	}
	sort.Slice(d.entries, func(i, j int) bool { return key(d.entries[i]) < key(d.entries[j]) })
	seen := make(map[string]bool, len(d.entries))
	var b []byte
	for _, e := range d.entries {
		if seen[e.name] {
			return "", fmt.Errorf("%q is there twice, or both a file and a folder", e.name)
		}
		seen[e.name] = true
		raw, err := hex.DecodeString(e.id)
		if err != nil {
			return "", fmt.Errorf("%q: %w", e.name, err)
		}
		b = append(b, e.mode+" "+e.name+"\x00"...)
		b = append(b, raw...)
	}
	return objectID("tree", b), nil
}
