package local

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"podium/scorer/sandbox"
	"podium/scorer/sandbox/pid1"
	"podium/scorer/sandbox/scratch"
)

// isolation is what every sandbox has. The two capabilities are pid 1's to give up
// root with; it has none before the attempt starts.
//
// No user namespace: in one, user 65534 would be the host's root to the kernel,
// and owner of the tracked files.
var isolation = []string{
	"--unshare-net", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
	"--die-with-parent", "--new-session", "--as-pid-1",
	"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID",
	"--clearenv", "--hostname", "podium",
}

// ours are the names in a root filesystem folder that a sandbox brings itself.
var ours = []string{"proc", "dev", "sys", "run", "tmp", "podium", "repo"}

// rootArgs binds root's folders read-only, or the least of the host's /usr.
func rootArgs(root string) ([]string, error) {
	if root == "" {
		return hostArgs()
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var args []string
	for _, e := range entries {
		if slices.Contains(ours, e.Name()) {
			continue
		}
		a, err := bindEntry(filepath.Join(root, e.Name()), "/"+e.Name(), e.Type())
		if err != nil {
			return nil, err
		}
		args = append(args, a...)
	}
	return args, nil
}

// hostArgs shows /usr without /usr/local, where a host keeps what is its own, and
// of /etc only what the loader needs to find libraries.
func hostArgs() ([]string, error) {
	args := []string{"--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/local", "--remount-ro", "/usr/local"}
	for _, name := range []string{"bin", "sbin", "lib", "lib64", "lib32", "libx32"} {
		info, err := os.Lstat("/" + name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		a, err := bindEntry("/"+name, "/"+name, info.Mode().Type())
		if err != nil {
			return nil, err
		}
		args = append(args, a...)
	}
	return append(args, "--perms", "0755", "--dir", "/etc", "--ro-bind-try", "/etc/alternatives", "/etc/alternatives", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"), nil
}

// bindEntry shows one entry of a root: a link as the link that it is.
func bindEntry(from, to string, kind fs.FileMode) ([]string, error) {
	if kind&fs.ModeSymlink == 0 {
		return []string{"--ro-bind", from, to}, nil
	}
	target, err := os.Readlink(from)
	if err != nil {
		return nil, err
	}
	return []string{"--symlink", target, to}, nil
}

// args are bwrap's for one job, up to pid 1.
func (s *Sandbox) args(job sandbox.Job, l sandbox.Limits, work *scratch.Job) ([]string, error) {
	root, err := rootArgs(job.Environment.Image)
	if err != nil {
		return nil, fmt.Errorf("root of environment %s: %w", job.Environment.Name, err)
	}
	etc := filepath.Join(s.scratch.Dir(), "etc")
	own := []string{
		"--proc", "/proc", "--dev", "/dev",
		"--perms", "1777", "--size", strconv.FormatInt(l.Shm, 10), "--tmpfs", "/dev/shm",
		"--remount-ro", "/dev",
		"--bind", work.Tmp, pid1.TmpPath,
		"--bind", work.Tree, pid1.TreePath,
		"--perms", "0755", "--dir", "/podium", "--ro-bind", s.init, pid1.InitPath,
		"--perms", "0755", "--dir", pid1.BinPath, "--symlink", "/usr/bin/python3", pid1.BinPath + "/python",
	}
	if job.Environment.Image == "" {
		for _, name := range []string{"passwd", "group"} {
			own = append(own, "--ro-bind", filepath.Join(etc, name), "/etc/"+name)
		}
	}
	return slices.Concat(isolation, root, own, []string{"--chdir", pid1.TreePath, "--remount-ro", "/", "--", pid1.InitPath, pid1.Verb}), nil
}

// writeEtc makes the user database of sandboxes without a root of their own.
func writeEtc(dir string) error {
	etc := filepath.Join(dir, "etc")
	if err := os.Mkdir(etc, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"passwd": fmt.Sprintf("root:x:0:0:root:/:/bin/false\nnobody:x:%d:%d:nobody:/tmp:/bin/false\n", pid1.User, pid1.User),
		"group":  fmt.Sprintf("root:x:0:\nnogroup:x:%d:\n", pid1.User),
	} {
		if err := os.WriteFile(filepath.Join(etc, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
