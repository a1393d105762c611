package schemas

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite golden files")

// tinyManifest and the rows below are a small release of our own, with what
// formats get wrong: empty texts, line ends, quotes, wide characters, nulls,
// empty lists, rows out of order.
func tinyManifest() Manifest {
	return Manifest{
		Version:   "1.2.3",
		Catalogue: "sha256:" + strings.Repeat("0", 64),
		Text:      TextFull,
		Sources: []Source{
			{Repository: "net", GithubID: 2, Name: "example/net", Commit: strings.Repeat("b", 40), Licence: "MIT"},
			{Repository: "toy", GithubID: 1, Name: "example/toy", Commit: strings.Repeat("a", 40), Licence: "Apache-2.0"},
		},
		Imported: []ImportedFile{{Name: "rows.jsonl", Bytes: 12, SHA256: "sha256:" + strings.Repeat("1", 64), Rows: 3}},
		Mended:   []Mended{{GithubID: 2, ID: 31, What: "arguments: key 1 was a Python int"}},
	}
}

func tinySample(githubID, id int64, typ, output string, args Arguments) Sample {
	return Sample{
		GithubID: githubID, Github: fmt.Sprintf("https://github.com/example/%d", githubID), RepoID: id % 30, Path: "./",
		Arguments: args.JSON(), Instruction: "Train it with the arguments «" + args.JSON() + "».\nThank you.", Type: typ, ID: id, Output: output,
		TaskID: "toy/train", Commit: strings.Repeat("a", 40), ReadmePath: "README.md", Judged: JudgedExecution, Licence: "MIT",
	}
}

func tinySamples() map[string][]Sample {
	return map[string][]Sample{
		"full": {
			tinySample(2, 31, TypePython, "import net\r\nnet.run('日本 😀')\n", Arguments{{"name", "日本 😀"}}),
			tinySample(1, 10, TypeBash, "python train.py --lr -2.0", Arguments{{"lr", "-2.0"}, {"cuda", ""}}),
			tinySample(1, 2, TypeBash, "", Arguments{}),
		},
		"quarter":   {tinySample(1, 10, TypeBash, "python train.py --lr -2.0", Arguments{{"lr", "-2.0"}, {"cuda", ""}})},
		"id_train":  nil,
		"ood_train": {tinySample(9, 300, TypeBash, "bash run.sh \"a b\"", Arguments{{"path", `a "b" \ c`}})},
	}
}

func tinyTasks() []Task {
	text := "0.0002"
	return []Task{
		{
			TaskID: "toy/train", GithubID: 1, Repository: "toy", Commit: strings.Repeat("a", 40), Type: TypeBash, Path: "./",
			EntryKind: EntryScript, Entry: "train.py", EntryFile: "train.py", EntryBlob: strings.Repeat("c", 40),
			Launchers: []string{"python", "python3"},
			Options: []Option{
				{Names: []string{"--lr", "-l"}, Dest: "lr", Type: "float", Default: &text},
				{Names: []string{"--cuda"}, Dest: "cuda", Action: "store_true"},
				{Names: []string{"mode"}, Dest: "mode", Choices: []string{"a", "b"}, Arity: "?", Required: true},
			},
			Bindings:    []Binding{{Argument: "lr", Kind: BindOption, Target: "--lr", Position: -1}},
			Environment: "cpu-torch", Judged: JudgedExecution, Samples: 2,
		},
		{TaskID: "net/run", GithubID: 2, Repository: "net", Commit: strings.Repeat("b", 40), Type: TypePython, EntryKind: EntryAPI, Entry: "net:run"},
	}
}

// tinyRelease writes the tiny release to dir.
func tinyRelease(t testing.TB, dir string) *Release {
	t.Helper()
	r, err := createTiny(context.Background(), dir, tinyManifest())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func createTiny(ctx context.Context, dir string, m Manifest) (*Release, error) {
	return CreateRelease(ctx, dir, m, func(w *ReleaseWriter) error {
		for split, rows := range tinySamples() { // in any order: the manifest puts them in theirs
			if err := AddRows(w, SamplesTable(), split, rows); err != nil {
				return err
			}
		}
		if err := AddRows(w, TasksTable(), SplitTrain, tinyTasks()); err != nil {
			return err
		}
		return w.AddLicence("toy", []byte("Do as you please.\n"))
	})
}
