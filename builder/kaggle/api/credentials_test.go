package api_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podium/builder/kaggle/api"
)

func TestFindCredentials(t *testing.T) {
	home := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		t.Helper()
		name = filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	tokenFile := write("token", "secret-1\n", 0o600)
	write("1/.kaggle/access_token", "secret-2", 0o400)
	write("1/.kaggle/kaggle.json", `{"username": "me", "key": "secret-3"}`, 0o600)
	write("2/.kaggle/kaggle.json", `{"username": "me", "key": "secret-3", "proxy": 1}`, 0o600)
	write("3/.kaggle/kaggle.json", `{"username": "me", "key": "secret-3"}`, 0o644)
	write("4/.kaggle/kaggle.json", `{"username": "me", "key": secret-3`, 0o600)
	write("5/.kaggle/access_token", "two\nlines-secret\n", 0o600)
	write("6/.kaggle/access_token", "", 0o600)
	write("config/kaggle.json", `{"username": "me", "key": "secret-3"}`, 0o600)
	for _, test := range []struct {
		name, home string
		env        map[string]string
		source     string // of the credentials found
		refuses    string // or what is said
	}{
		{"token in the environment", "1", map[string]string{"KAGGLE_API_TOKEN": "secret-0", "KAGGLE_USERNAME": "u", "KAGGLE_KEY": "k"}, "KAGGLE_API_TOKEN", ""},
		{"file in the environment", "1", map[string]string{"KAGGLE_API_TOKEN": tokenFile}, tokenFile, ""},
		{"token file", "1", nil, "access_token", ""},
		{"name and key before kaggle.json", "2", map[string]string{"KAGGLE_USERNAME": "u", "KAGGLE_KEY": "k"}, "KAGGLE_USERNAME and KAGGLE_KEY", ""},
		{"kaggle.json", "2", nil, "kaggle.json", ""},
		{"another folder", "1", map[string]string{"KAGGLE_CONFIG_DIR": filepath.Join(home, "config")}, "config/kaggle.json", ""},
		{"others can read it", "3", nil, "", "others can read it (mode 644); chmod 600"},
		{"no JSON", "4", nil, "", "expected a JSON object"},
		{"two lines", "5", nil, "", "not one line"},
		{"empty", "6", nil, "", "empty"},
		{"a bad character", "7", map[string]string{"KAGGLE_API_TOKEN": "secret\x00-0"}, "", "printable"},
		{"a colon in the name", "7", map[string]string{"KAGGLE_USERNAME": "u:secret", "KAGGLE_KEY": "k"}, "", "a colon"},
		{"none", "7", nil, "", "set KAGGLE_API_TOKEN"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := api.FindCredentials(func(name string) string { return test.env[name] }, filepath.Join(home, test.home))
			var refusal *api.CredentialsError
			switch {
			case test.refuses == "" && (err != nil || !strings.HasSuffix(c.Source, test.source)):
				t.Errorf("%v, %v, expected those of %s", c, err, test.source)
			case test.refuses != "" && (!errors.As(err, &refusal) || !strings.Contains(err.Error(), test.refuses)):
				t.Errorf("error is %v, expected %q", err, test.refuses)
			}
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
				if s := fmt.Sprintf(verb+verb, c, err); strings.Contains(s, "secret") {
					t.Errorf("%s shows %s", verb, s)
				}
			}
		})
	}
}
