package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// Credentials are a token (Bearer), or a user's name and key (Basic).
type Credentials struct {
	token, user, key string
	// Source says where they were found, for people.
	Source string
}

// String never shows a secret, whatever it is printed with.
func (c Credentials) String() string { return "credentials from " + c.Source }

// GoString is String: %#v would show the fields.
func (c Credentials) GoString() string { return c.String() }

func (c Credentials) authorise(r *http.Request) {
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
		return
	}
	r.SetBasicAuth(c.user, c.key)
}

// CredentialsError says that there are no credentials that can be used.
type CredentialsError struct{ Reason string }

func (e *CredentialsError) Error() string { return e.Reason }

// FindCredentials looks where Kaggle's own client does, in its order:
// KAGGLE_API_TOKEN (a token, or a file that holds one), the file access_token,
// KAGGLE_USERNAME with KAGGLE_KEY, the file kaggle.json. Files are in
// KAGGLE_CONFIG_DIR, or in .kaggle of the home folder; one that others can read
// is refused. getenv is os.Getenv.
func FindCredentials(getenv func(string) string, home string) (Credentials, error) {
	dir := getenv("KAGGLE_CONFIG_DIR")
	if dir == "" {
		dir = filepath.Join(home, ".kaggle")
	}
	if v := strings.TrimSpace(getenv("KAGGLE_API_TOKEN")); v != "" {
		c, err := fromTokenFile(v)
		if !errors.Is(err, fs.ErrNotExist) {
			return c, err
		}
		return token(v, "KAGGLE_API_TOKEN")
	}
	for _, name := range []string{"access_token", "access_token.txt"} {
		c, err := fromTokenFile(filepath.Join(dir, name))
		if !errors.Is(err, fs.ErrNotExist) {
			return c, err
		}
	}
	if user, key := getenv("KAGGLE_USERNAME"), getenv("KAGGLE_KEY"); user != "" && key != "" {
		return legacy(user, key, "KAGGLE_USERNAME and KAGGLE_KEY")
	}
	c, err := fromKaggleJSON(filepath.Join(dir, "kaggle.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return c, &CredentialsError{"no Kaggle credentials: set KAGGLE_API_TOKEN, or save a token of kaggle.com/settings as " + filepath.Join(dir, "access_token")}
	}
	return c, err
}

func fromTokenFile(name string) (Credentials, error) {
	b, err := readPrivate(name)
	if err != nil {
		return Credentials{}, err
	}
	return token(strings.TrimSpace(string(b)), name)
}

func fromKaggleJSON(name string) (Credentials, error) {
	b, err := readPrivate(name)
	if err != nil {
		return Credentials{}, err
	}
	var v struct{ Username, Key string }
	if err := json.Unmarshal(b, &v); err != nil || v.Username == "" || v.Key == "" {
		return Credentials{}, &CredentialsError{name + ": expected a JSON object with username and key"} // the decoder's error may quote it
	}
	return legacy(v.Username, v.Key, name)
}

func token(v, source string) (Credentials, error) {
	if v == "" || !sendable(v) {
		return Credentials{}, &CredentialsError{source + ": empty, or not one line of printable characters"}
	}
	return Credentials{token: v, Source: source}, nil
}

func legacy(user, key, source string) (Credentials, error) {
	if !sendable(user+key) || strings.Contains(user, ":") {
		return Credentials{}, &CredentialsError{source + ": not printable characters, or a colon in the name"}
	}
	return Credentials{user: user, key: key, Source: source}, nil
}

// sendable tells whether s can stand in a header: net/http would quote a bad
// value in its error.
func sendable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) < 0
}

// readPrivate reads a small file that only its owner can read.
func readPrivate(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		// A token too long to be a file's name is no file either.
		return nil, fmt.Errorf("%w: credentials file", fs.ErrNotExist)
	}
	switch {
	case !info.Mode().IsRegular() || info.Size() > 1<<16:
		return nil, &CredentialsError{name + ": not a small file"}
	case info.Mode().Perm()&0o077 != 0:
		return nil, &CredentialsError{fmt.Sprintf("%s: others can read it (mode %03o); chmod 600 %[1]s", name, info.Mode().Perm())}
	}
	return os.ReadFile(name)
}
