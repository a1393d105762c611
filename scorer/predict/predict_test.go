package predict

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"podium/schemas"
)

var update = flag.Bool("update", false, "write golden files")

func write(t testing.TB, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "predictions.jsonl")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t testing.TB, path string, opts Options) *File {
	t.Helper()
	f, err := Open(path, nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestAcceptedForms(t *testing.T) {
	want := []string{"a\n", "é😀\x00"}
	line := `{"id": 5, "github_id": 1, "output": ["a\n", "\u00e9\ud83d\ude00\u0000"]}`
	for name, content := range map[string]string{
		"plain":            line + "\n",
		"no last newline":  line,
		"byte order mark":  "\uFEFF" + line + "\n",
		"CRLF":             line + "\r\n",
		"blank lines":      "\n \t\r\n" + line + "\n\n",
		"further members":  `{"model": {"output": [null, 1e9, {"id": true}]}, ` + line[1:],
		"white space":      "  " + strings.ReplaceAll(line, ": ", "\t:  ") + "\t ",
		"escaped name":     strings.Replace(line, `"id"`, `"\u0069d"`, 1),
		"other-case names": `{"ID": null, "Output": 1, ` + line[1:],
	} {
		t.Run(name, func(t *testing.T) {
			f := open(t, write(t, content), Options{})
			key := schemas.Key{GithubID: 1, ID: 5}
			got, ok, err := f.Outputs(key)
			if err != nil || !ok || !slices.Equal(got, want) {
				t.Errorf("Outputs: %q, %v, %v; want %q", got, ok, err, want)
			}
			if row, ok := f.Row(key); !ok || row.Outputs != 2 {
				t.Errorf("Row: %+v, %v", row, ok)
			}
			sum := sha256.Sum256([]byte(content))
			if f.SHA256() != hex.EncodeToString(sum[:]) || f.Size() != int64(len(content)) {
				t.Errorf("digest %s of %d bytes", f.SHA256(), f.Size())
			}
		})
	}
}

func TestNoOutputsIsWellFormed(t *testing.T) {
	f := open(t, write(t, `{"id":1,"github_id":2,"output":[]}`), Options{})
	row, ok := f.Row(schemas.Key{GithubID: 2, ID: 1})
	if !ok || row.Outputs != 0 {
		t.Errorf("got %+v, %v", row, ok)
	}
}

func TestEmpty(t *testing.T) {
	for _, content := range []string{"", "\n", "\uFEFF", "\uFEFF \r\n"} {
		if _, err := Open(write(t, content), nil, Options{Lenient: true}); !errors.Is(err, ErrEmpty) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// TestMalformed goes through testdata/malformed.jsonl, one line a case, and
// compares all that is told with the golden file beside it.
func TestMalformed(t *testing.T) {
	f, err := Open("testdata/malformed.jsonl", func(k schemas.Key) bool { return k.GithubID != 99 },
		Options{List: filepath.Join(t.TempDir(), "problems.jsonl"), MaxLine: 200})
	var problems *Error
	if !errors.As(err, &problems) {
		t.Fatalf("got %v, %v", f, err)
	}
	list, err := os.ReadFile(problems.List)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(problems.Error(), problems.List, "LIST") + "\n\n" + string(list)
	golden := "testdata/malformed.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if n := strings.Count(string(list), "\n"); int64(n) != problems.Total() {
		t.Errorf("%d problems listed, %d counted", n, problems.Total())
	}
}

func TestLenientKeepsTheFirst(t *testing.T) {
	list := filepath.Join(t.TempDir(), "problems.jsonl")
	f, err := Open(write(t, strings.Join([]string{
		`{"id":1,"github_id":2,"output":["first"]}`,
		`{"id":1,"github_id":2,"output":["second"]}`,
		`{"id":3,"github_id":2,"output":[null]}`,
		`{"id":3,"github_id":2,"output":["good"]}`,
		`{"id":4,"github_id":2,"output":["unknown"]}`,
	}, "\n")), func(k schemas.Key) bool { return k.ID != 4 }, Options{Lenient: true, List: list})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var keys []int64
	for row := range f.Rows() {
		keys = append(keys, row.Key.ID)
	}
	if !slices.Equal(keys, []int64{1, 3}) {
		t.Errorf("kept %v", keys)
	}
	if got, _, _ := f.Outputs(schemas.Key{GithubID: 2, ID: 1}); !slices.Equal(got, []string{"first"}) {
		t.Errorf("got %q", got)
	}
	sum := f.Problems()
	if sum.Count[DuplicateKey] != 1 || sum.Count[UnknownKey] != 1 || sum.Count[BadOutput] != 1 || sum.List != list {
		t.Errorf("told %+v", sum)
	}
}

func TestNoProblemNoList(t *testing.T) {
	dir := t.TempDir()
	open(t, write(t, `{"id":1,"github_id":2,"output":["x"]}`), Options{List: filepath.Join(dir, "problems.jsonl")})
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Errorf("left %v", entries)
	}
}

func TestChangeIsNoticed(t *testing.T) {
	for name, content := range map[string]string{
		"other bytes": `{"id":1,"github_id":2,"output":["y"]}`,
		"shorter":     `{"id":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, `{"id":1,"github_id":2,"output":["x"]}`)
			f := open(t, path, Options{})
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, _, err := f.Outputs(schemas.Key{GithubID: 2, ID: 1}); !errors.Is(err, ErrChanged) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestNotRegular(t *testing.T) {
	if _, err := Open(t.TempDir(), nil, Options{}); err == nil {
		t.Error("a directory was read")
	}
}

// FuzzParse holds the reader to encoding/json: what we accept, it accepts with
// the same outputs. It accepts more, which is why we do not use it.
func FuzzParse(f *testing.F) {
	cases, err := os.ReadFile("testdata/malformed.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(cases)) {
		f.Add([]byte(line))
	}
	f.Add([]byte(`{"id": 5, "github_id": 1, "output": ["a\n", "\u00e9\ud83d\ude00\u0000"]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		p, fault := parseLine(line, true)
		counted, again := parseLine(line, false)
		if (fault == nil) != (again == nil) || p.count != counted.count || p.key != counted.key {
			t.Fatalf("%q: reading and counting differ: %v, %v", line, fault, again)
		}
		if fault != nil {
			return
		}
		var loose struct {
			ID     *int64            `json:"id"`
			Output []json.RawMessage `json:"output"`
		}
		// encoding/json matches names in any case, so look at the exact ones alone.
		var members map[string]json.RawMessage
		if err := json.Unmarshal(line, &members); err != nil {
			t.Fatalf("%q: accepted, but %v", line, err)
		}
		exact := fmt.Sprintf(`{"id":%s,"output":%s}`, members["id"], members["output"])
		if err := json.Unmarshal([]byte(exact), &loose); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if *loose.ID != p.key.ID || len(loose.Output) != len(p.outputs) {
			t.Fatalf("%q: %d, %d outputs", line, p.key.ID, len(p.outputs))
		}
		for i, raw := range loose.Output {
			var text string
			if err := json.Unmarshal(raw, &text); err != nil || text != p.outputs[i] {
				t.Fatalf("%q: output %d is %q, encoding/json says %q, %v", line, i, p.outputs[i], text, err)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	var content strings.Builder
	output, _ := json.Marshal(strings.Repeat("python train.py --lr 0.01 \\\n", 40))
	for id := range 2000 {
		fmt.Fprintf(&content, `{"id":%d,"github_id":1,"output":[%s,%s,%s,%s,%s]}`+"\n", id, output, output, output, output, output)
	}
	path := write(b, content.String())
	b.SetBytes(int64(content.Len()))
	b.ReportAllocs()
	for b.Loop() {
		f, err := Open(path, nil, Options{})
		if err != nil {
			b.Fatal(err)
		}
		f.Close()
	}
}
