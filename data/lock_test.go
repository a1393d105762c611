package data

import (
	"bytes"
	"strings"
	"testing"
)

func TestLocksReadAndWriteTheSame(t *testing.T) {
	repositories, err := Repositories(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range repositories {
		l, err := ReadLock(Embedded(), r.Name)
		if err != nil {
			t.Errorf("%s: %v", r.Name, err)
			continue
		}
		if l.Commit != r.Commit {
			t.Errorf("%s: mined at %s, the pin is %s", r.Name, l.Commit, r.Commit)
		}
		want, err := embedded.ReadFile(LockName(r.Name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Encode()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: written again it is another file (%v): mine it again", r.Name, err)
		}
	}
}

func TestLockLayout(t *testing.T) {
	text := strings.Repeat("x", lockWidth)
	l := Lock{
		SchemaVersion: LockSchema, Repository: "r", Commit: "c",
		Licences: []LicenceFile{}, Scripts: []Script{}, Documents: []Document{}, Shells: []Shell{}, Modules: []Module{},
		Registries: []Registry{{LockedFile{"a.py", "b"}, "a:\"N\", <&>", 1, []string{"k", text}}},
		Unread:     []Unread{{"a.py", "b", 1, "w", "y"}},
	}
	got, err := l.Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := `{
 "schema_version": 1,
 "repository": "r",
 "commit": "c",
 "licences": [],
 "scripts": [],
 "documents": [],
 "shells": [],
 "modules": [],
 "registries": [
  {
   "file": "a.py",
   "blob": "b",
   "name": "a:\"N\", <&>",
   "line": 1,
   "keys": [
    "k",
    "` + text + `"
   ]
  }
 ],
 "unread": [{"file": "a.py", "blob": "b", "line": 1, "what": "w", "why": "y"}]
}
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSignatureIsPassedOn(t *testing.T) {
	l := Lock{Repository: "repo", Modules: []Module{
		{Name: "pkg", Exports: []Import{{"make", "pkg.sub:create"}, {"*", "pkg.net"}, {"*", "pkg"}}},
		{Name: "pkg.sub", Signatures: []Signature{{Name: "pkg.sub:create"}}},
		{Name: "pkg.net", Signatures: []Signature{{Name: "pkg.net:Net"}, {Name: "pkg.net:Net.load"}}},
	}}
	for name, want := range map[string]string{
		"pkg:make": "pkg.sub:create", "pkg:Net": "pkg.net:Net", "pkg:Net.load": "pkg.net:Net.load",
		"pkg.sub:create": "pkg.sub:create", "pkg:nothing": "", "other:make": "", "repo.pkg:make": "pkg.sub:create",
	} {
		if _, s, _ := l.Signature(name); s.Name != want {
			t.Errorf("%s is %q, want %q", name, s.Name, want)
		}
	}
}

func FuzzDecodeLock(f *testing.F) {
	f.Add([]byte(`{"schema_version":1,"repository":"r","scripts":[{"file":"a","options":[{"names":["--x"],"line":1}]}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := DecodeLock(b)
		if err != nil {
			return
		}
		once, err := l.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeLock(once)
		if err != nil {
			t.Fatalf("%v in %s", err, once)
		}
		twice, err := again.Encode()
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("written twice it differs (%v)\n%s\n%s", err, once, twice)
		}
	})
}
