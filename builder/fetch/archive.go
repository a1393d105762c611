package fetch

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"podium/internal/store"
)

// archiveLimit bounds the bytes that a commit's archive may unpack to: its files,
// a header and padding for each, and room for what export-subst adds.
func archiveLimit(files []store.File) int64 {
	limit := int64(16 << 20)
	for _, f := range files {
		limit += max(f.Size, 0) + 2048 + 2*int64(len(f.Path))
	}
	return limit
}

// boundedReader fails when more than limit bytes are read.
type boundedReader struct {
	r           io.Reader
	left, limit int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left {
		p = p[:b.left+1] // one more byte tells a longer stream from one that fits
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fmt.Errorf("it unpacks to more than %d bytes", b.limit)
	}
	return n, err
}

// readArchive calls put with the content of every file smaller than
// store.MaxBlob in a gzipped tar, a symbolic link's being its target. Nothing is
// written by the names in it; still a name that leaves the archive's one folder
// is an error, for then it is no archive of git's.
func readArchive(r io.Reader, limit int64, put func([]byte) error) error {
	zr, err := gzip.NewReader(r)
	if err != nil {
		return err
	}
	bounded := &boundedReader{zr, limit, limit}
	tr := tar.NewReader(bounded)
	top := ""
	for {
		h, err := tr.Next()
		switch {
		case errors.Is(err, io.EOF):
			// The rest holds gzip's checksum: a truncated archive fails here.
			_, err = io.Copy(io.Discard, bounded)
			return err
		case err != nil:
			return err
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		first, rest, _ := strings.Cut(h.Name, "/")
		if top == "" {
			top = first
		}
		rest = strings.TrimSuffix(rest, "/")
		if first != top || first == "" || first == "." || first == ".." {
			return fmt.Errorf("entry %q is outside the archive's folder %q", h.Name, top)
		}
		if rest != "" {
			if err := store.CheckPath(rest); err != nil {
				return fmt.Errorf("entry %q: %w", h.Name, err)
			}
		}
		var content []byte
		switch {
		case h.Typeflag == tar.TypeSymlink:
			content = []byte(h.Linkname)
		case h.Typeflag == tar.TypeReg && h.Size < store.MaxBlob:
			if content, err = io.ReadAll(tr); err != nil {
				return fmt.Errorf("entry %q: %w", h.Name, err)
			}
		default:
			continue
		}
		if err := put(content); err != nil {
			return err
		}
	}
}
