package cgroup

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// parent is the group below which a host's groups are made.
const parent = "podium"

// controllers that a sandbox's limits need.
var controllers = []string{"memory", "pids", "cpu"}

// Host is this machine's control groups.
type Host struct {
	Version int // 1 or 2
	// mounts leads from a controller to where its hierarchy is; in version 2 all
	// lead to the same.
	mounts map[string]string
}

// Find looks for the mounted hierarchies. The error says which controller is not
// to be had.
func Find() (*Host, error) {
	f, err := os.Open("/proc/self/mounts")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v1, v2 := map[string]string{}, ""
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 {
			continue
		}
		switch where, kind, options := fields[1], fields[2], strings.Split(fields[3], ","); kind {
		case "cgroup":
			for _, c := range controllers {
				if slices.Contains(options, c) {
					v1[c] = where
				}
			}
		case "cgroup2":
			v2 = where
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(v1) == len(controllers) {
		return &Host{1, v1}, nil
	}
	if v2 == "" {
		return nil, errors.New("no control groups are mounted")
	}
	return findV2(v2)
}

// findV2 hands the controllers down to the parent group's children.
func findV2(root string) (*Host, error) {
	has, err := os.ReadFile(filepath.Join(root, "cgroup.controllers"))
	if err != nil {
		return nil, err
	}
	h := &Host{2, map[string]string{}}
	for _, c := range controllers {
		if !slices.Contains(strings.Fields(string(has)), c) {
			return nil, fmt.Errorf("the control groups at %s have no %s controller", root, c)
		}
		h.mounts[c] = root
	}
	if err := os.Mkdir(filepath.Join(root, parent), 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	for _, dir := range []string{root, filepath.Join(root, parent)} {
		if err := write(dir, "cgroup.subtree_control", "+memory +pids +cpu"); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// groups are the folders that the group called name consists of: one a
// hierarchy.
func (h *Host) groups(name string) []string {
	var dirs []string
	for _, c := range controllers {
		if dir := filepath.Join(h.mounts[c], parent, name); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// List names the groups that are there, in order.
func (h *Host) List() ([]string, error) {
	var names []string
	for _, dir := range h.groups("") {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() {
				names = append(names, e.Name())
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func write(dir, name, value string) error {
	// Not created when it is not there: a folder that is no control group takes
	// any file.
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}
