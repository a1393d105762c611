package fetch

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
)

func archiveOf(t testing.TB, headers ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	tw := tar.NewWriter(zw)
	for _, h := range headers {
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		h.Mode = 0o644
		if err := tw.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := tw.Write(make([]byte, h.Size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := tw.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchiveNamesStayInside(t *testing.T) {
	for _, name := range []string{"../x", "top/../../x", "/etc/passwd", "other/x", "top/.git/config"} {
		b := archiveOf(t, tar.Header{Name: "top/", Typeflag: tar.TypeDir}, tar.Header{Name: name, Size: 1})
		if err := readArchive(bytes.NewReader(b), 1<<20, func([]byte) error { return nil }); err == nil {
			t.Errorf("%q was read", name)
		}
	}
}

func TestArchiveIsBounded(t *testing.T) {
	b := archiveOf(t, tar.Header{Name: "top/zeros", Size: 3 << 20})
	err := readArchive(bytes.NewReader(b), 1<<20, func([]byte) error { return nil })
	if err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes") {
		t.Errorf("a bomb of %d bytes: %v", len(b), err)
	}
}

func FuzzReadArchive(f *testing.F) {
	f.Add(archiveOf(f, tar.Header{Name: "top/a", Size: 3}, tar.Header{Name: "top/l", Typeflag: tar.TypeSymlink, Linkname: "a"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		const limit = 1 << 16
		total := 0
		_ = readArchive(bytes.NewReader(b), limit, func(b []byte) error {
			total += len(b)
			return nil
		})
		if total > limit {
			t.Errorf("%d bytes came out of an archive limited to %d", total, limit)
		}
	})
}
