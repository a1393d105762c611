package grade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"podium/scorer/table"
)

// Batch grades the lines of a submissions file.
type Batch struct {
	Catalogue    fs.FS
	Data         string // folder of answers as upstream lays it out, "" for none
	Leaderboards string // folder of <competition>.csv, "" for none
	// Release has the boards of a release by competition, nil for none.
	Release map[string]*Board
	Workers int // submissions at a time
	Limits  table.Limits
	Timeout time.Duration // of one submission; 0 for none
	Now     func() time.Time
	// Basis names what scores follow from beside the files: the program, the catalogue.
	Basis string
	// Known has the reports of an earlier, interrupted run, by key.
	Known map[string]Report
	// Done is called after each line, from any goroutine; known tells that its report
	// was. Its error stops the batch.
	Done func(g Graded, known bool) error

	graders map[string]*Grader
	answers shared[*table.Table]
	boards  shared[*Board]
}

// Prepare checks every line before anything is graded: its competition is known,
// its answers and leaderboard are there. The error lists all that are not.
func (b *Batch) Prepare(lines []Line) error {
	b.graders = map[string]*Grader{}
	var errs []error
	for _, l := range lines {
		if err := b.prepare(l); err != nil {
			errs = append(errs, fmt.Errorf("line %d: %w", l.Number, err))
		}
	}
	return errors.Join(errs...)
}

func (b *Batch) prepare(l Line) error {
	g := b.graders[l.Competition]
	if g == nil {
		var err error
		if g, err = Open(b.Catalogue, l.Competition); err != nil {
			return err
		}
		g.Limits = b.Limits
		b.graders[l.Competition] = g
	}
	answers := b.answersPath(g, l)
	if answers == "" {
		return fmt.Errorf("%s: no answers: name them by answers_path or a data folder", l.Competition)
	}
	if _, err := os.Stat(answers); err != nil {
		return fmt.Errorf("%s: answers: %w", l.Competition, err)
	}
	b.answers.expect(answers)
	if l.Leaderboard != "" {
		if _, err := os.Stat(l.Leaderboard); err != nil {
			return fmt.Errorf("%s: leaderboard: %w", l.Competition, err)
		}
	}
	return nil
}

func (b *Batch) answersPath(g *Grader, l Line) string {
	switch {
	case l.Answers != "":
		return l.Answers
	case b.Data != "":
		return g.AnswersPath(b.Data)
	}
	return ""
}

// board returns what a line's medals are judged by: its own leaderboard, that of
// the folder, the release's, the catalogue's facts, or nil.
func (b *Batch) board(g *Grader, l Line) (*Board, error) {
	path := l.Leaderboard
	if path == "" && b.Leaderboards != "" {
		path = filepath.Join(b.Leaderboards, l.Competition+".csv")
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			path = ""
		}
	}
	if path == "" {
		if board := b.Release[l.Competition]; board != nil {
			return board, nil
		}
		return CatalogueBoard(g.Competition), nil
	}
	return b.boards.get(path, func() (*Board, error) { return ReadBoard(path) })
}

// Grade returns one report a line, in their order. A submission's faults are in
// its report; an error is ours or the caller's.
func (b *Batch) Grade(ctx context.Context, lines []Line) ([]Report, error) {
	reports := make([]Report, len(lines))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, b.Workers))
	for i, l := range lines {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			done, known, err := b.graded(ctx, l)
			if err != nil {
				return fmt.Errorf("line %d: %s: %w", l.Number, l.Competition, err)
			}
			reports[i] = done.Report
			if b.Done != nil {
				return b.Done(done, known)
			}
			return nil
		})
	}
	return reports, group.Wait()
}

// graded returns a line's report, the known one where nothing that it follows from
// has changed.
func (b *Batch) graded(ctx context.Context, l Line) (done Graded, known bool, err error) {
	g := b.graders[l.Competition]
	defer b.answers.drop(b.answersPath(g, l))
	board, err := b.board(g, l)
	if err != nil {
		return done, false, err
	}
	if done.Key, err = b.key(g, l, board); err != nil {
		return done, false, err
	}
	if done.Report, known = b.Known[done.Key]; known {
		return done, true, nil
	}
	done.Report, err = b.grade(ctx, g, l, board)
	return done, false, err
}

func (b *Batch) grade(ctx context.Context, g *Grader, l Line, board *Board) (Report, error) {
	path, shown := "", "None" // upstream's word for null
	if l.Submission != nil {
		path, shown = *l.Submission, *l.Submission
	}
	scores, err := b.within(ctx, func() (Scores, error) {
		answers := b.answersPath(g, l)
		var ans *table.Table
		var read errgroup.Group
		read.Go(func() (err error) {
			ans, err = b.answers.get(answers, func() (*table.Table, error) { return g.ReadAnswers(answers) })
			return err
		})
		sub, refused := g.ReadSubmission(path)
		if err := read.Wait(); err != nil {
			return Scores{}, err
		}
		return g.scoreRead(sub, refused, ans)
	})
	if err != nil {
		return Report{}, err
	}
	r := g.Report(shown, scores, board, b.Now())
	r.Seed, r.RunGroup = l.Seed, l.RunGroup
	return r, nil
}

// within runs score, refusing the submission when it takes longer than Timeout.
// What was begun then runs on unheeded until it ends by itself.
func (b *Batch) within(ctx context.Context, score func() (Scores, error)) (Scores, error) {
	if b.Timeout <= 0 {
		return score()
	}
	type result struct {
		scores Scores
		err    error
	}
	done := make(chan result, 1)
	go func() {
		s, err := score()
		done <- result{s, err}
	}()
	timer := time.NewTimer(b.Timeout)
	defer timer.Stop()
	select {
	case r := <-done:
		return r.scores, r.err
	case <-ctx.Done():
		return Scores{}, ctx.Err()
	case <-timer.C:
		return refuseBoth(&Refusal{Code: TooSlow, Problem: fmt.Sprintf("scoring took longer than %v", b.Timeout)}), nil
	}
}

// shared reads each file once and keeps it, until all that were expected to use it
// have dropped it.
type shared[T any] struct {
	mu   sync.Mutex
	m    map[string]func() (T, error)
	uses map[string]int
}

func (s *shared[T]) expect(path string) {
	if s.uses == nil {
		s.uses = map[string]int{}
	}
	s.uses[path]++
}

func (s *shared[T]) drop(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.uses[path]--; s.uses[path] <= 0 {
		delete(s.m, path)
	}
}

func (s *shared[T]) get(path string, read func() (T, error)) (T, error) {
	s.mu.Lock()
	if s.m == nil {
		s.m = map[string]func() (T, error){}
	}
	once := s.m[path]
	if once == nil {
		once = sync.OnceValues(read)
		s.m[path] = once
	}
	s.mu.Unlock()
	return once()
}
