package schemas

import (
	"fmt"
	"io"
)

// CopyFrom takes over the files of another release byte for byte, but for the
// configs named in except, its card and its manifest.
func (w *ReleaseWriter) CopyFrom(r *Release, except ...string) error {
	skip := make(map[string]bool, len(except))
	for _, config := range except {
		skip[config] = true
	}
	for _, f := range r.Manifest.Files {
		if skip[f.Config] {
			continue
		}
		if err := w.copy(r, f.Path, f.Bytes, f.SHA256); err != nil {
			return err
		}
		w.manifest.Files = append(w.manifest.Files, f)
	}
	for _, t := range r.Manifest.Texts {
		if t.Path == CardName {
			continue
		}
		if err := w.copy(r, t.Path, t.Bytes, t.SHA256); err != nil {
			return err
		}
		w.manifest.Texts = append(w.manifest.Texts, t)
	}
	return nil
}

func (w *ReleaseWriter) copy(r *Release, name string, size int64, digest string) error {
	in, err := r.open(name, size, digest)
	if err != nil {
		return err
	}
	defer in.Close()
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, sum, err := w.write(name, func(out io.Writer) error {
		_, err := io.Copy(out, in)
		return err
	})
	if err == nil && (n != size || sum != digest) {
		err = fmt.Errorf("%s: changed while it was copied", in.Name())
	}
	return err
}
