package run

import (
	"errors"
	"testing"

	"podium/scorer/sandbox"
)

func TestReuse(t *testing.T) {
	first := options(t, newScripted(), []string{text("a"), text("b"), text("lost")})
	mustRun(t, first)

	s := newScripted()
	s.healed = true
	second := options(t, s, []string{text("b"), text("c"), text("b"), text("lost")}, []string{text("a")})
	second.Reuse = []string{first.Dir}
	tally := mustRun(t, second)
	if s.ran[text("a")] != 1 || s.ran[text("b")] != 0 || s.ran[text("c")] != 1 || s.ran[text("lost")] != 1 {
		t.Errorf("ran %v, want b of sample 1 alone re-used: a is another sample's, lost was trouble", s.ran)
	}
	f, err := Open(second.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if tally.Reused != 1 || tally.Reused+tally.Executed != tally.Attempts || f.Attempts.Reused != 1 || !f.Complete() {
		t.Errorf("%+v, %+v", tally, f.Attempts)
	}
	if got := paper(t, second.Dir); got != "pass pass pass pass\npass" {
		t.Errorf("paper says %s", got)
	}
	if again := mustRun(t, second); !again.Nothing() {
		t.Errorf("%+v", again)
	}
}

func TestReuseOfWhatIsNoRun(t *testing.T) {
	opts := options(t, newScripted(), []string{text("a")})
	opts.Reuse = []string{t.TempDir()}
	if _, err := Run(t.Context(), opts); err == nil {
		t.Error("no error")
	}
}

func TestReuseNeedsImagesNamedByContent(t *testing.T) {
	opts := options(t, newScripted(), []string{text("a")})
	p := planner{opts: &opts, places: newPlaces(&opts)}
	p.places.images = []sandbox.Image{{Environment: "torch"}}
	opts.Reuse = []string{t.TempDir()}
	var unnamed *UnnamedImagesError
	if _, err := p.reuse(nil, nil); !errors.As(err, &unnamed) {
		t.Errorf("%v", err)
	}
}
