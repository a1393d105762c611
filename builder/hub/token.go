package hub

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Token returns the token of the environment, HF_TOKEN, or of the file in which
// Hugging Face's own client keeps it; "" when there is none.
func Token() (string, error) {
	if token := strings.TrimSpace(os.Getenv("HF_TOKEN")); token != "" {
		return token, nil
	}
	path := os.Getenv("HF_TOKEN_PATH")
	if path == "" {
		cache := os.Getenv("XDG_CACHE_HOME")
		if home, err := os.UserHomeDir(); cache == "" && err == nil {
			cache = filepath.Join(home, ".cache")
		}
		path = filepath.Join(cmp.Or(os.Getenv("HF_HOME"), filepath.Join(cache, "huggingface")), "token")
	}
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(b)), err
}
