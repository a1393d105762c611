package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"

	"podium/internal/atomicfile"
)

// answers keeps GitHub's answers that carry an ETag and asks again whether they
// still hold: a 304 counts against no limit. Only a 200 is kept: an error that
// was kept would be believed for ever.
type answers struct {
	base http.RoundTripper
	dir  string
}

// maxAnswer is the largest answer that is kept, in bytes.
const maxAnswer = 32 << 20

// answer is a file of the folder. It holds no request header, so no token.
type answer struct {
	URL         string `json:"url"`
	ETag        string `json:"etag"`
	ContentType string `json:"content_type"`
	Body        []byte `json:"body"`
}

func (a *answers) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet {
		return a.base.RoundTrip(req)
	}
	// GitHub answers one address in several forms, as Accept says.
	sum := sha256.Sum256([]byte(req.URL.String() + "\n" + req.Header.Get("Accept")))
	name := filepath.Join(a.dir, hex.EncodeToString(sum[:])+".json")
	known, ok := readAnswer(name)
	if ok {
		req = req.Clone(req.Context())
		req.Header.Set("If-None-Match", known.ETag)
	}
	resp, err := a.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if ok && resp.StatusCode == http.StatusNotModified {
		resp.Body.Close()
		return known.response(resp), nil
	}
	etag := resp.Header.Get("Etag")
	if resp.StatusCode != http.StatusOK || etag == "" {
		return resp, nil
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil || len(body) > maxAnswer {
		// Not kept; whoever reads the answer meets the error, or the rest.
		resp.Body = rest{io.MultiReader(bytes.NewReader(body), resp.Body), resp.Body}
		return resp, nil
	}
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	writeAnswer(name, answer{req.URL.String(), etag, resp.Header.Get("Content-Type"), body})
	return resp, nil
}

// rest is a body of which some was read already.
type rest struct {
	io.Reader
	io.Closer
}

// response turns a 304 into the answer that it stands for.
func (k *answer) response(notModified *http.Response) *http.Response {
	resp := *notModified
	resp.Status, resp.StatusCode = "200 OK", http.StatusOK
	resp.Header = notModified.Header.Clone()
	resp.Header.Set("Content-Type", k.ContentType)
	resp.Body = io.NopCloser(bytes.NewReader(k.Body))
	resp.ContentLength = int64(len(k.Body))
	return &resp
}

func readAnswer(name string) (answer, bool) {
	var k answer
	b, err := os.ReadFile(name)
	if err != nil || json.Unmarshal(b, &k) != nil {
		return answer{}, false
	}
	return k, k.ETag != ""
}

// writeAnswer keeps an answer; where that fails it is asked for again next time.
func writeAnswer(name string, k answer) {
	b, err := json.Marshal(k)
	if err == nil && os.MkdirAll(filepath.Dir(name), 0o755) == nil {
		_ = atomicfile.WriteBytes(name, 0o644, b)
	}
}
