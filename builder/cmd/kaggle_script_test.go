package cmd

import (
	"net/http/httptest"

	"github.com/rogpeppe/go-internal/testscript"

	"podium/builder/kaggle/api/kaggletest"
)

// startKaggle is the script command kaggle: it starts a stand-in of Kaggle's API
// with some competitions and names its address KAGGLE_STANDIN.
func startKaggle(ts *testscript.TestScript, _ bool, _ []string) {
	private := []string{"0.9300", "0.91", "0.9050", "0.8", "0.7", "0.5"}
	public := []string{"0.95", "0.94", "0.93", "0.92", "0.4", "0.3"}
	s := httptest.NewServer(kaggletest.New(
		&kaggletest.Competition{Name: "made-up-up", Title: "Made «up»", Category: "Featured", Metric: "AUC", Tags: []string{"tabular"},
			Private: private, Public: public, Files: map[string][]byte{"train.csv": []byte("id,y\n"), "a/\x1b[31m.csv": nil}},
		&kaggletest.Competition{Name: "made-up-down", Public: []string{"1", "2", "3"}, Rules: true, Files: map[string][]byte{"x": nil}},
	))
	ts.Defer(s.Close)
	ts.Setenv("KAGGLE_STANDIN", s.URL)
	ts.Setenv("KAGGLE_API_TOKEN", kaggletest.Token)
}
