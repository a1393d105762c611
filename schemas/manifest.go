package schemas

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
)

// SchemaVersion is the version of the release format. It changes with the
// columns, the layout of files or the manifest.
const SchemaVersion = 1

// ManifestName is the manifest's file in a release.
const ManifestName = "release.json"

// Variants of a release.
const (
	TextNone = "none" // oracle and other text of the sources are left empty
	TextFull = "full"
)

// Manifest is release.json: what a release holds and what it was made from.
// It has no time and no host, so that equal inputs give equal bytes. Digests
// are "sha256:" and 64 hex digits.
type Manifest struct {
	SchemaVersion int    `json:"schema_version"`
	Version       string `json:"version"`   // X.Y.Z
	Catalogue     string `json:"catalogue"` // digest of the catalogue it was built with
	Text          string `json:"text"`      // none or full

	// Competitions is the digest of the catalogue files that the configs
	// competitions and leaderboards start from; absent without them.
	Competitions string `json:"competitions_catalogue,omitempty"`

	Sources []Source `json:"sources"`
	// Imported names the files an imported release was read from; absent for a built one.
	Imported []ImportedFile `json:"imported,omitempty"`
	// Mended tells what an import could not take over as it was.
	Mended []Mended `json:"mended,omitempty"`

	Files []File `json:"files"` // Parquet files, by config and split
	Texts []Text `json:"texts"` // all other files but the manifest, by path
}

// Source is a repository that samples of the release come from.
type Source struct {
	Repository string `json:"repository"` // short name: gan
	GithubID   int64  `json:"github_id"`
	Name       string `json:"name"` // owner/name
	Commit     string `json:"commit"`
	Licence    string `json:"licence"` // SPDX expression
}

// File is a Parquet file of a release.
type File struct {
	Path      string `json:"path"` // slash-separated, relative to the release
	Config    string `json:"config"`
	Split     string `json:"split"`
	Rows      int64  `json:"rows"`
	Bytes     int64  `json:"bytes"`
	SHA256    string `json:"sha256"`
	RowDigest string `json:"row_digest"` // see RowDigest
}

// Text is a file of a release that is not Parquet: the card, a licence.
type Text struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// ImportedFile is an input of an import.
type ImportedFile struct {
	Name   string `json:"name"` // without its folder
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Rows   int64  `json:"rows"`
}

// Mended says what was changed in an imported row.
type Mended struct {
	GithubID int64  `json:"github_id"`
	ID       int64  `json:"id"`
	What     string `json:"what"`
}

func (m Mended) String() string { return fmt.Sprintf("%s: %s", Key{m.GithubID, m.ID}, m.What) }

var (
	versionPattern = regexp.MustCompile(`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$`)
	digestPattern  = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// CheckVersion reports a version that is not X.Y.Z.
func CheckVersion(version string) error {
	if !versionPattern.MatchString(version) {
		return fmt.Errorf("version %q is not of the form X.Y.Z", version)
	}
	return nil
}

// JSON returns the manifest as release.json holds it.
func (m *Manifest) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// ParseManifest reads a manifest and checks that its paths stay inside the
// release. Unknown fields are errors: they belong to another schema version.
func ParseManifest(b []byte) (*Manifest, error) {
	var version struct {
		SchemaVersion int `json:"schema_version"`
	}
	if err := json.Unmarshal(b, &version); err != nil {
		return nil, err
	}
	if version.SchemaVersion != SchemaVersion {
		return nil, fmt.Errorf("schema_version is %d, this program reads %d", version.SchemaVersion, SchemaVersion)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	var m Manifest
	if err := d.Decode(&m); err != nil {
		return nil, err
	}
	return &m, m.check()
}

func (m *Manifest) check() error {
	if err := CheckVersion(m.Version); err != nil {
		return err
	}
	if m.Text != TextNone && m.Text != TextFull {
		return fmt.Errorf("text is %q, expected none or full", m.Text)
	}
	seen := map[string]bool{ManifestName: true}
	file := func(name, digest string) error {
		switch {
		case name == "" || !filepath.IsLocal(name) || path.Clean(name) != name:
			return fmt.Errorf("path %q does not stay inside the release", name)
		case seen[name]:
			return fmt.Errorf("path %q occurs twice", name)
		case !digestPattern.MatchString(digest):
			return fmt.Errorf("%s: sha256 %q is no digest", name, digest)
		}
		seen[name] = true
		return nil
	}
	for _, f := range m.Files {
		if err := file(f.Path, f.SHA256); err != nil {
			return err
		}
		if !digestPattern.MatchString(f.RowDigest) {
			return fmt.Errorf("%s: row_digest %q is no digest", f.Path, f.RowDigest)
		}
	}
	for _, t := range m.Texts {
		if err := file(t.Path, t.SHA256); err != nil {
			return err
		}
	}
	return nil
}

// File returns the file of a config's split.
func (m *Manifest) File(config, split string) (File, bool) {
	i := slices.IndexFunc(m.Files, func(f File) bool { return f.Config == config && f.Split == split })
	if i < 0 {
		return File{}, false
	}
	return m.Files[i], true
}

// Splits returns the splits that a config has in this release, in order.
func (m *Manifest) Splits(config string) []string {
	var splits []string
	for _, f := range m.Files {
		if f.Config == config {
			splits = append(splits, f.Split)
		}
	}
	return splits
}
