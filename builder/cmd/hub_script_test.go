package cmd

import (
	"github.com/rogpeppe/go-internal/testscript"

	"podium/builder/hub/hubtest"
)

// startHub is the script command hub: it starts a stand-in of the Hub, which
// HF_ENDPOINT names, and gives a token that may write.
func startHub(ts *testscript.TestScript, _ bool, _ []string) {
	s := hubtest.New()
	ts.Defer(s.Close)
	ts.Setenv("HF_ENDPOINT", s.URL)
	ts.Setenv("HF_TOKEN", hubtest.Token)
}
