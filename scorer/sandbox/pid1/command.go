package pid1

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"podium/schemas"
)

// command is an attempt ready to start.
type command struct {
	argv []string
	dir  string
	// script, when set, is the text on file descriptor 3.
	script *os.File
}

// errDiskFull: the text itself did not fit the top.
var errDiskFull = errors.New("the text does not fit the writable top")

// prepare lays the text out as a file and chooses who runs it.
func prepare(s Spec) (*command, error) {
	c := &command{dir: filepath.Join(TreePath, filepath.FromSlash(s.Dir))}
	if info, err := os.Stat(c.dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("the tree has no folder %q", s.Dir)
	}
	switch s.Mode {
	case schemas.ModeBash:
		return c, c.bash(s)
	case schemas.ModePython:
		return c, c.python(s)
	}
	return nil, fmt.Errorf("unknown mode %q", s.Mode)
}

// bash hands the script over as a sealed file in memory: bash reads a script bit
// by bit, and nothing that it starts can rewrite what is still to come.
func (c *command) bash(s Spec) error {
	shell, err := find(s.Env, "bash")
	if err != nil {
		return err
	}
	fd, err := unix.MemfdCreate("attempt", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return fmt.Errorf("make the script's file: %w", err)
	}
	c.script = os.NewFile(uintptr(fd), "attempt")
	if _, err := c.script.Write(s.Text); err != nil {
		return fmt.Errorf("write the script: %w", err)
	}
	seals := unix.F_SEAL_WRITE | unix.F_SEAL_GROW | unix.F_SEAL_SHRINK | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		return fmt.Errorf("seal the script: %w", err)
	}
	c.argv = []string{shell, "/proc/self/fd/3"}
	return nil
}

// python writes the text beside the repository's files as upstream does, so that
// imports and __file__ are as there; never over a tracked file.
func (c *command) python(s Spec) error {
	interpreter, err := find(s.Env, "python", "python3")
	if err != nil {
		return err
	}
	for n := range 100 {
		name := "temp.py"
		if n > 0 {
			name = fmt.Sprintf("temp_%d.py", n)
		}
		f, err := os.OpenFile(filepath.Join(c.dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			_, err = f.Write(s.Text)
			err = errors.Join(err, f.Close())
		}
		switch {
		case errors.Is(err, unix.ENOSPC), errors.Is(err, unix.EFBIG):
			return errDiskFull
		case err != nil:
			return fmt.Errorf("write the program: %w", err)
		}
		c.argv = []string{interpreter, name}
		return nil
	}
	return fmt.Errorf("write the program: %s has every name that was tried", c.dir)
}

// find looks names up along the PATH of env.
func find(env []string, names ...string) (string, error) {
	for _, name := range names {
		for _, v := range env {
			list, ok := strings.CutPrefix(v, "PATH=")
			for dir := range strings.SplitSeq(list, ":") {
				p := filepath.Join(dir, name)
				if info, err := os.Stat(p); ok && err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
					return p, nil
				}
			}
		}
	}
	return "", fmt.Errorf("the environment has no %s on its PATH", strings.Join(names, ", no "))
}
