package cmd

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/rogpeppe/go-internal/testscript"
)

// startGitHub is the script command github: it starts a stand-in of GitHub's API
// that knows of one repository and names its address GITHUB_STANDIN.
func startGitHub(ts *testscript.TestScript, _ bool, _ []string) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v3/repos/podium/toy", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"full_name":"podium/toy","stargazers_count":7,"license":{"spdx_id":"MIT"},"default_branch":"main",`+
			`"pushed_at":"2026-01-02T03:04:05Z","archived":true}`)
	})
	s := httptest.NewServer(mux)
	ts.Defer(s.Close)
	ts.Setenv("GITHUB_STANDIN", s.URL)
}
