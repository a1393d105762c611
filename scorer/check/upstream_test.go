package check

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"podium/internal/python"
	"podium/schemas"
)

// upstreamFile returns a file of the published project's, which this repository
// does not carry, or skips the test.
func upstreamFile(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("PODIUM_UPSTREAM_DIR")
	if dir == "" {
		dir = "../../../shared/mlbench/upstream"
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not here; set PODIUM_UPSTREAM_DIR to a folder that has it", path)
	}
	return path
}

// upstreamSamples reads the published split as an import does.
func upstreamSamples(t testing.TB) map[schemas.Key]*schemas.Sample {
	t.Helper()
	type row struct {
		GithubID  int64  `parquet:"github_id"`
		ID        int64  `parquet:"id"`
		Path      string `parquet:"path"`
		Arguments string `parquet:"arguments"`
		Type      string `parquet:"type"`
		Output    string `parquet:"output"`
	}
	rows, err := parquet.ReadFile[row](upstreamFile(t, "full-00000-of-00001.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	samples := map[schemas.Key]*schemas.Sample{}
	for _, r := range rows {
		v, err := python.Eval(r.Arguments)
		if err != nil {
			t.Fatalf("arguments of github_id %d, id %d: %v", r.GithubID, r.ID, err)
		}
		var args schemas.Arguments
		for _, pair := range v.(*python.Dict).Pairs {
			args = append(args, schemas.Argument{Name: python.Str(pair.Key), Value: python.Str(pair.Value)})
		}
		s := &schemas.Sample{GithubID: r.GithubID, ID: r.ID, Path: r.Path, Arguments: args.JSON(), Type: r.Type, Output: r.Output}
		samples[s.Key()] = s
	}
	return samples
}

// upstreamFigures are what a prediction file gives under the published checks.
type upstreamFigures struct {
	Rows, Outputs, Arguments, Type, Both, Bash int
	At                                         [3]int // rows with a static pass among the first 1, 2, 5
	Digest                                     string // of every output's verdict, in order
}

// TestPaperRealPredictions compares with figures that the published functions
// gave, as in paper_test.go, for the files published with them.
func TestPaperRealPredictions(t *testing.T) {
	for name, want := range map[string]upstreamFigures{
		"predictions-agent.jsonl":     {31, 155, 116, 122, 87, 62, [3]int{16, 22, 25}, "f53bfd622664353a"},
		"predictions-agent-dgl.jsonl": {21, 21, 16, 14, 13, 14, [3]int{13, 13, 13}, "514db7cc769ebc1a"},
		// All 73 rows, blob 4782f664 of the published project's history.
		"predictions-agent-73.jsonl": {53, 265, 178, 189, 134, 84, [3]int{26, 33, 38}, "9ef53790e6292176"},
	} {
		t.Run(name, func(t *testing.T) {
			var got upstreamFigures
			var verdicts []byte
			eachUpstream(t, name, func(sample *schemas.Sample, outputs []string) {
				got.Rows++
				first := len(outputs)
				for i, output := range outputs {
					p := Check(sample, nil, output).Paper
					got.Outputs++
					got.Arguments += count(p.Arguments)
					got.Type += count(p.Type)
					got.Both += count(p.Arguments && p.Type)
					got.Bash += count(p.Mode == schemas.ModeBash)
					if p.Arguments && p.Type {
						first = min(first, i)
					}
					verdicts = fmt.Appendf(verdicts, "%d%d%s", count(p.Arguments), count(p.Type), p.Mode[:1])
				}
				if first < len(outputs) {
					for i, k := range []int{1, 2, 5} {
						got.At[i] += count(first < k)
					}
				}
			})
			got.Digest = fmt.Sprintf("%x", sha256.Sum256(verdicts))[:16]
			if got != want {
				t.Errorf("got %+v, upstream says %+v", got, want)
			}
		})
	}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// eachUpstream calls visit for each line of a prediction file that has a sample.
func eachUpstream(t testing.TB, name string, visit func(*schemas.Sample, []string)) {
	t.Helper()
	samples := upstreamSamples(t)
	f, err := os.Open(upstreamFile(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var p struct {
			ID       int64    `json:"id"`
			GithubID int64    `json:"github_id"`
			Output   []string `json:"output"`
		}
		if err := json.Unmarshal(s.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if sample := samples[schemas.Key{GithubID: p.GithubID, ID: p.ID}]; sample != nil {
			visit(sample, p.Output)
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

// TestStrictRealOutputs tells what strict says of the published predictions and
// reference answers, and that it says something of each.
func TestStrictRealOutputs(t *testing.T) {
	verdicts, codes := map[string]int{}, map[string]int{}
	note := func(sample *schemas.Sample, output string) {
		s := Check(sample, nil, output).Strict
		verdicts[s.Verdict]++
		if s.Verdict != "" {
			codes[s.Verdict+":"+s.Reasons[0].Code]++
		}
		if testing.Verbose() && os.Getenv("PODIUM_SHOW") != "" && s.Verdict != "" {
			t.Logf("%v %s %+v\n%s\n%s", sample.Key(), sample.Type, s.Reasons, sample.Arguments, output)
		}
	}
	for _, sample := range upstreamSamples(t) {
		note(sample, sample.Output)
	}
	t.Logf("reference answers: %v\n%v", verdicts, codes)
	clear(verdicts)
	clear(codes)
	eachUpstream(t, "predictions-agent.jsonl", func(sample *schemas.Sample, outputs []string) {
		for _, output := range outputs {
			note(sample, output)
		}
	})
	t.Logf("predictions: %v\n%v", verdicts, codes)
}
