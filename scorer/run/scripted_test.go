package run

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"podium/data"
	"podium/internal/store"
	"podium/schemas"
	"podium/scorer/sandbox"
)

// scripted is a sandbox that executes nothing: it does what a job's text says.
// "exit N" ends so, "hang" runs until the context ends, "lost" is trouble, and
// anything else exits 0. It tests what is scheduled, never what is executed.
type scripted struct {
	mu      sync.Mutex
	ran     map[string]int // by text
	gpus    map[string]int // running, by device
	running int
	most    int
	started chan string // receives each text as it starts, when not nil
	missing map[string]bool
	healed  bool // "lost" exits 0
}

func newScripted() *scripted {
	return &scripted{ran: make(map[string]int), gpus: make(map[string]int)}
}

func (s *scripted) Engine() sandbox.Engine { return sandbox.Engine{Name: "scripted", Version: "1"} }
func (s *scripted) Close() error           { return nil }

func (s *scripted) Check(_ context.Context, envs []sandbox.Environment) ([]sandbox.Image, error) {
	var images []sandbox.Image
	for _, e := range envs {
		if s.missing[e.Name] {
			return nil, &sandbox.MissingError{Images: []sandbox.Missing{{Environment: e.Name, Reference: e.Image, Help: "build it"}}}
		}
		images = append(images, sandbox.Image{Environment: e.Name, Reference: e.Image, Layers: []string{"sha256:" + e.Name}})
	}
	return images, nil
}

func (s *scripted) Run(ctx context.Context, job sandbox.Job) (schemas.Facts, error) {
	s.enter(job)
	defer s.leave(job)
	f := schemas.Facts{End: schemas.EndExited, Elapsed: time.Millisecond}
	switch {
	case strings.Contains(job.Text, "hang"):
		<-ctx.Done()
		return f, ctx.Err()
	case strings.Contains(job.Text, "lost") && !s.healed:
		return f, &schemas.Trouble{Kind: schemas.EngineLost, Message: "gone"}
	case strings.Contains(job.Text, "exit 1"):
		f.Code = 1
	}
	return f, nil
}

func (s *scripted) enter(job sandbox.Job) {
	s.mu.Lock()
	s.ran[job.Text]++
	s.running++
	s.most = max(s.most, s.running)
	for _, g := range job.GPUs {
		s.gpus[g]++
	}
	s.mu.Unlock()
	if s.started != nil {
		s.started <- job.Text
	}
}

func (s *scripted) leave(job sandbox.Job) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
	for _, g := range job.GPUs {
		s.gpus[g]--
	}
}

// all counts the executions.
func (s *scripted) all() (n int) {
	for _, k := range s.ran {
		n += k
	}
	return n
}

type release []schemas.Sample

func (r release) Digest() string                 { return "sha256:release" }
func (r release) Tasks() ([]schemas.Task, error) { return nil, nil }
func (r release) Samples(string) iter.Seq2[schemas.Sample, error] {
	return func(yield func(schemas.Sample, error) bool) {
		for _, s := range r {
			if !yield(s, nil) {
				return
			}
		}
	}
}

const commit = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// trees has one commit, with a file in sub.
type trees struct{ dir string }

func (t trees) Commit(hash string) (store.Commit, error) {
	if hash != commit {
		return store.Commit{}, store.ErrMissing
	}
	return store.Commit{Commit: hash, Files: []store.File{{Path: "sub/train.py"}}}, nil
}
func (t trees) Checkout(context.Context, string) (string, error) { return t.dir, nil }

// sample is a Bash sample whose outputs pass upstream's checks when they say
// "train.py " and "lr".
func sample(id int64) schemas.Sample {
	return schemas.Sample{
		GithubID: 10, Github: "https://github.com/x/y", ID: id, Path: "./sub", Arguments: `{"name": "lr"}`,
		Type: schemas.TypeBash, Commit: commit, Judged: schemas.JudgedExecution,
	}
}

func text(script string) string { return "python train.py --name lr # " + script }

// options are those of a run of the given outputs for samples 1, 2, …
func options(t *testing.T, s sandbox.Sandbox, outputs ...[]string) Options {
	t.Helper()
	var samples release
	var lines strings.Builder
	for i, list := range outputs {
		samples = append(samples, sample(int64(i+1)))
		if list == nil {
			continue
		}
		b, err := json.Marshal(map[string]any{"github_id": 10, "id": i + 1, "output": list})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(b, '\n'))
	}
	file := filepath.Join(t.TempDir(), "predictions.jsonl")
	if err := os.WriteFile(file, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return Options{
		Dir: filepath.Join(t.TempDir(), "run"), Release: samples, Split: "full", Predictions: file,
		Repositories: []data.Repository{{Name: "gan", GithubID: 10, Folder: "PyTorch-GAN", Environment: "torch"}},
		Environments: map[string]sandbox.Environment{"torch": {Name: "torch", Image: "torch:1"}, "other": {Name: "other", Image: "other:1"}},
		Trees:        trees{t.TempDir()}, Sandbox: s, Deadline: time.Minute, Limits: sandbox.DefaultLimits, Workers: 2, Log: io.Discard,
	}
}

// filling is a sandbox on whose host the disk fills up: its first job leaves room
// for a few lines of the journal.
type filling struct {
	*scripted
	ballast string // file
}

func (f filling) Run(ctx context.Context, job sandbox.Job) (schemas.Facts, error) {
	facts, err := f.scripted.Run(ctx, job)
	if _, statErr := os.Stat(f.ballast); statErr == nil {
		return facts, err
	}
	b, fillErr := os.Create(f.ballast)
	if fillErr != nil {
		return facts, fillErr
	}
	defer b.Close()
	for fillErr == nil {
		_, fillErr = b.Write(make([]byte, 4096))
	}
	info, fillErr := b.Stat()
	if fillErr != nil {
		return facts, fillErr
	}
	return facts, errors.Join(err, b.Truncate(info.Size()-8192))
}
