package scratch

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// CanMount says why this process can mount nothing, or nil.
func CanMount(s *Scratch) error {
	dir, err := os.MkdirTemp(s.Dir(), "probe-")
	if err != nil {
		return err
	}
	defer os.Remove(dir)
	if err := tmpfs(dir, 1<<16, 8, 0o700); err != nil {
		return err
	}
	return unmount(dir)
}

// tmpfs mounts a file system in memory with a bound on bytes and inodes.
func tmpfs(dir string, size, inodes int64, mode os.FileMode) error {
	options := fmt.Sprintf("size=%d,nr_inodes=%d,mode=%o", size, inodes, unixMode(mode))
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("mount a tmpfs of %d bytes and %d inodes: %w", size, inodes, err)
	}
	return nil
}

// overlay mounts a writable view of lower on dir. The folders' names must be free
// of what the options' syntax reads as its own.
func overlay(dir, lower, upper, work string) error {
	if strings.ContainsAny(lower+upper+work, `,:\`) {
		return fmt.Errorf("mount an overlay: a comma, colon or backslash in %q", []string{lower, upper, work})
	}
	options := "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + work
	if err := unix.Mount("overlay", dir, "overlay", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		return fmt.Errorf("mount an overlay over %s: %w", lower, err)
	}
	return nil
}

// unmount takes a mount away, at the latest when its last user is gone.
func unmount(dir string) error {
	err := unix.Unmount(dir, unix.UMOUNT_NOFOLLOW)
	if errors.Is(err, unix.EBUSY) {
		err = unix.Unmount(dir, unix.UMOUNT_NOFOLLOW|unix.MNT_DETACH)
	}
	if err != nil {
		return fmt.Errorf("unmount %s: %w", dir, err)
	}
	return nil
}

// remove takes dir away with all mounts below it. Where a mount stays, nothing is
// removed: it might lead to files that are not ours.
func remove(dir string) error {
	mounts, err := below(dir)
	if err != nil {
		return err
	}
	for _, m := range slices.Backward(mounts) { // the later lie on the earlier
		if err := unmount(m); err != nil {
			return err
		}
	}
	return os.RemoveAll(dir)
}

// below lists the mount points in dir, oldest first.
func below(dir string) ([]string, error) {
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var found []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if fields := strings.Fields(lines.Text()); len(fields) > 4 {
			if m := unescape(fields[4]); strings.HasPrefix(m, dir+"/") {
				found = append(found, m)
			}
		}
	}
	return found, lines.Err()
}

// unescape undoes the kernel's octal escapes of blanks in mount points.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+3 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// unixMode gives Go's mode as the kernel counts it.
func unixMode(m os.FileMode) uint32 {
	u := uint32(m.Perm())
	if m&os.ModeSticky != 0 {
		u |= unix.S_ISVTX
	}
	return u
}
