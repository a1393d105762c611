package sandbox

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
)

// Init finds the static scorer that becomes pid 1: file, or this program when
// file is empty. One that needs a loader could not start in every root.
func Init(file string) (string, error) {
	if file == "" {
		self, err := os.Executable()
		if err != nil {
			return "", fmt.Errorf("find the sandbox's init: %w", err)
		}
		file = self
	}
	file, err := filepath.Abs(file)
	if err != nil {
		return "", fmt.Errorf("find the sandbox's init: %w", err)
	}
	f, err := elf.Open(file)
	if err != nil {
		return "", fmt.Errorf("the sandbox's init: %w", err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return "", fmt.Errorf("the sandbox's init: %s is not linked statically; build it with `make build`", file)
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		return "", fmt.Errorf("the sandbox's init: %w", err)
	}
	if info.Mode()&0o005 != 0o005 {
		return "", fmt.Errorf("the sandbox's init: %s is not readable and executable for everyone (mode %v)", file, info.Mode())
	}
	return file, nil
}
