package rule

import (
	"testing"
	"time"

	"podium/schemas"
)

const second = time.Second

func exited(code int, elapsed time.Duration) *schemas.Facts {
	return &schemas.Facts{End: schemas.EndExited, Code: code, Elapsed: elapsed}
}

func ended(end string) *schemas.Facts { return &schemas.Facts{End: end, Elapsed: second} }

// The table of RULES.md section 6, row by row, and what decides between rows.
func TestEnds(t *testing.T) {
	touched := exited(1, second)
	touched.Touched = []string{"memory"}
	survived := exited(0, second)
	survived.Touched = []string{"memory"}
	killed := ended(schemas.EndSignal)
	killed.Signal = "SIGKILL"
	killedTouched := ended(schemas.EndSignal)
	killedTouched.Touched = []string{"processes"}
	wrote := func(f *schemas.Facts, before, after int64) *schemas.Facts {
		f.Stdout.Bytes, f.Stdout.BytesBeforeEnd = before+after, before
		return f
	}
	flood := func(f *schemas.Facts, bytes int64) *schemas.Facts { return wrote(f, bytes, 0) }
	limit := func(stream string) *schemas.Facts {
		f := ended(schemas.EndOutputLimit)
		f.Stream = stream
		return f
	}
	late := ended(schemas.EndOutOfMemory)
	late.Elapsed = 12 * second

	for _, c := range []struct {
		name          string
		facts         *schemas.Facts
		paper, strict Judgement
	}{
		{"exit 0", exited(0, second), Judgement{Pass, ""}, Judgement{Pass, ""}},
		{"exit 0, limit touched", survived, Judgement{Pass, ""}, Judgement{Pass, ""}},
		{"exit 1", exited(1, second), Judgement{Failed, ""}, Judgement{Failed, ""}},
		{"exit 137", exited(137, second), Judgement{Failed, ""}, Judgement{Failed, ""}},
		{"exit 1, limit touched", touched, Judgement{Failed, ""}, Judgement{Resource, "memory"}},
		{"signal", killed, Judgement{Failed, ""}, Judgement{Failed, ""}},
		{"signal, limit touched", killedTouched, Judgement{Failed, ""}, Judgement{Resource, "processes"}},

		{"deadline", &schemas.Facts{End: schemas.EndDeadline, Elapsed: 60 * second}, Judgement{Pass, TimeoutPasses}, Judgement{Timeout, ""}},
		{"exit 0 after upstream's deadline", exited(0, 11*second), Judgement{Pass, TimeoutPasses}, Judgement{Pass, ""}},
		{"exit 1 after upstream's deadline", exited(1, 11*second), Judgement{Pass, TimeoutPasses}, Judgement{Failed, ""}},
		{"exit 1 at upstream's deadline", exited(1, 10*second), Judgement{Pass, TimeoutPasses}, Judgement{Failed, ""}},
		{"exit 1 just before it", exited(1, 10*second-1), Judgement{Failed, ""}, Judgement{Failed, ""}},
		{"exit 0 at strict's deadline", exited(0, 60*second), Judgement{Pass, TimeoutPasses}, Judgement{Timeout, ""}},
		{"out of memory after upstream's deadline", late, Judgement{Pass, TimeoutPasses}, Judgement{Resource, schemas.EndOutOfMemory}},

		{"200 KB, exit 1", flood(exited(1, second), 200_000), Judgement{Pass, StdoutBlocks}, Judgement{Failed, ""}},
		{"200 KB, exit 0", flood(exited(0, second), 200_000), Judgement{Pass, StdoutBlocks}, Judgement{Pass, ""}},
		{"64 KiB fill the pipe", flood(exited(1, second), 64<<10), Judgement{Failed, ""}, Judgement{Failed, ""}},
		{"one byte more blocks", flood(exited(1, second), 64<<10+1), Judgement{Pass, StdoutBlocks}, Judgement{Failed, ""}},
		{"200 KB from what the shell left behind", wrote(exited(1, second), 0, 200_000), Judgement{Failed, BackgroundOutput}, Judgement{Failed, ""}},
		{"and after exit 0", wrote(exited(0, second), 10, 64<<10), Judgement{Pass, BackgroundOutput}, Judgement{Pass, ""}},
		{"200 KB, out of memory", flood(ended(schemas.EndOutOfMemory), 200_000), Judgement{Pass, StdoutBlocks}, Judgement{Resource, schemas.EndOutOfMemory}},

		{"output limit, stdout", limit("stdout"), Judgement{Pass, StdoutBlocks}, Judgement{Resource, schemas.EndOutputLimit}},
		{"output limit, stderr", limit("stderr"), Judgement{Failed, LimitNotUpstreams}, Judgement{Resource, schemas.EndOutputLimit}},
		{"out of memory", ended(schemas.EndOutOfMemory), Judgement{Failed, LimitNotUpstreams}, Judgement{Resource, schemas.EndOutOfMemory}},
		{"disk limit", ended(schemas.EndDiskLimit), Judgement{Failed, LimitNotUpstreams}, Judgement{Resource, schemas.EndDiskLimit}},
		{"unknown end", ended("vanished"), Judgement{Infrastructure, UnknownEnd}, Judgement{Infrastructure, UnknownEnd}},
		{"no end", &schemas.Facts{}, Judgement{Infrastructure, UnknownEnd}, Judgement{Infrastructure, UnknownEnd}},
	} {
		o := Outcome{Facts: c.facts}
		if got := Paper(PaperStatic{Arguments: true, Type: true}, o, PaperDeadline); got != c.paper {
			t.Errorf("%s: paper %v, want %v", c.name, got, c.paper)
		}
		if got := Strict("", o, 60*second); got != c.strict {
			t.Errorf("%s: strict %v, want %v", c.name, got, c.strict)
		}
	}
}

func TestStaticChecksDecideFirst(t *testing.T) {
	for _, o := range []Outcome{{}, {Facts: exited(0, second)}, {Trouble: &schemas.Trouble{Kind: schemas.EngineLost}}} {
		for _, c := range []struct {
			static PaperStatic
			want   Judgement
		}{
			{PaperStatic{}, Judgement{WrongArguments, ""}},
			{PaperStatic{Type: true}, Judgement{WrongArguments, ""}},
			{PaperStatic{Arguments: true}, Judgement{WrongType, ""}},
			{PaperStatic{Arguments: true, Type: true, Dies: "recursion"}, Judgement{Failed, UpstreamDies}},
		} {
			if got := Paper(c.static, o, PaperDeadline); got != c.want {
				t.Errorf("Paper(%+v) = %v, want %v", c.static, got, c.want)
			}
		}
		for _, v := range []Verdict{WrongType, WrongShape, WrongArguments} {
			if got := Strict(v, o, second); got != (Judgement{v, ""}) {
				t.Errorf("Strict(%s) = %v", v, got)
			}
		}
	}
}

func TestUnobserved(t *testing.T) {
	trouble := &schemas.Trouble{Kind: schemas.EngineLost}
	for _, c := range []struct {
		name string
		o    Outcome
		want Judgement
	}{
		{"nothing", Outcome{}, Judgement{NotExecuted, ""}},
		{"trouble", Outcome{Trouble: trouble}, Judgement{Infrastructure, schemas.EngineLost}},
		{"both", Outcome{Facts: exited(0, 0), Trouble: trouble}, Judgement{Infrastructure, schemas.EngineLost}},
	} {
		if got := Paper(PaperStatic{Arguments: true, Type: true}, c.o, PaperDeadline); got != c.want {
			t.Errorf("%s: paper %v, want %v", c.name, got, c.want)
		}
		if got := Strict("", c.o, second); got != c.want {
			t.Errorf("%s: strict %v, want %v", c.name, got, c.want)
		}
	}
}

// Whatever the facts, a rule gives one of the verdicts, and only facts give a pass.
func TestTotal(t *testing.T) {
	known := make(map[Verdict]bool)
	for _, v := range Verdicts {
		known[v] = true
	}
	var outcomes []Outcome
	for _, end := range []string{schemas.EndExited, schemas.EndSignal, schemas.EndDeadline, schemas.EndOutOfMemory, schemas.EndOutputLimit, schemas.EndDiskLimit, "", "other"} {
		for _, code := range []int{-1, 0, 1, 255} {
			for _, stream := range []string{"", "stdout", "stderr", "other"} {
				for _, elapsed := range []time.Duration{-1, 0, 10 * second, 1 << 62} {
					for _, bytes := range []int64{-1, 0, 64 << 10, 1 << 40} {
						outcomes = append(outcomes, Outcome{Facts: &schemas.Facts{
							End: end, Code: code, Stream: stream, Elapsed: elapsed, Stdout: schemas.Stream{BytesBeforeEnd: bytes},
						}})
					}
				}
			}
		}
	}
	outcomes = append(outcomes, Outcome{}, Outcome{Trouble: &schemas.Trouble{}})
	for _, o := range outcomes {
		p := Paper(PaperStatic{Arguments: true, Type: true}, o, PaperDeadline)
		s := Strict("", o, 60*second)
		if !known[p.Verdict] || !known[s.Verdict] {
			t.Fatalf("%+v: paper %v, strict %v", o.Facts, p, s)
		}
		if o.Facts == nil && (p.Verdict == Pass || s.Verdict == Pass) {
			t.Fatalf("a pass without facts: %v %v", p, s)
		}
		if s.Verdict == Pass && (o.Facts.End != schemas.EndExited || o.Facts.Code != 0) {
			t.Fatalf("%+v: strict passes", o.Facts)
		}
	}
}

func TestSampleVerdict(t *testing.T) {
	for _, c := range []struct {
		outputs []Verdict
		want    Verdict
	}{
		{nil, Missing},
		{[]Verdict{WrongType, Failed, Pass}, Pass},
		{[]Verdict{Failed, Infrastructure, NotExecuted}, Infrastructure},
		{[]Verdict{WrongType, WrongArguments}, WrongArguments},
		{[]Verdict{Failed, "of another version"}, Infrastructure},
	} {
		if got := Sample(c.outputs); got != c.want {
			t.Errorf("Sample(%v) = %s, want %s", c.outputs, got, c.want)
		}
	}
}

func TestCause(t *testing.T) {
	for _, c := range []struct {
		paper, strict Judgement
		want          string
	}{
		{Judgement{Pass, ""}, Judgement{Pass, ""}, ""},
		{Judgement{Failed, ""}, Judgement{WrongArguments, ""}, ""},
		{Judgement{NotExecuted, ""}, Judgement{NotExecuted, ""}, ""},
		{Judgement{Pass, TimeoutPasses}, Judgement{Timeout, ""}, TimeoutPasses},
		{Judgement{Pass, TimeoutPasses}, Judgement{Failed, ""}, TimeoutPasses},
		{Judgement{Pass, StdoutBlocks}, Judgement{Failed, ""}, StdoutBlocks},
		{Judgement{Pass, TimeoutPasses}, Judgement{WrongArguments, ""}, SubstringArguments},
		{Judgement{NotExecuted, ""}, Judgement{WrongArguments, ""}, SubstringArguments},
		{Judgement{Pass, ""}, Judgement{WrongType, ""}, TypeConfusion},
		{Judgement{Pass, ""}, Judgement{WrongShape, ""}, UncheckedShape},
		{Judgement{Pass, ""}, Judgement{Timeout, ""}, ShorterDeadline},
		{Judgement{Pass, ""}, Judgement{Failed, ""}, RawText},
		{Judgement{WrongArguments, ""}, Judgement{Pass, ""}, ValueSpelling},
		{Judgement{WrongType, ""}, Judgement{NotExecuted, ""}, TypeSpelling},
		{Judgement{Failed, ""}, Judgement{Pass, ""}, RawText},
		{Judgement{Failed, UpstreamDies}, Judgement{Pass, ""}, UpstreamDies},
		{Judgement{Pass, ""}, Judgement{Infrastructure, ""}, NotJudged},
		{Judgement{Infrastructure, ""}, Judgement{Failed, ""}, NotJudged},
	} {
		if got := Cause(c.paper, c.strict); got != c.want {
			t.Errorf("Cause(%v, %v) = %q, want %q", c.paper, c.strict, got, c.want)
		}
	}
}

// A difference in standing always has a cause.
func TestCauseIsTotal(t *testing.T) {
	for _, p := range Verdicts {
		for _, s := range Verdicts {
			differs := standing(p) != standing(s)
			if cause := Cause(Judgement{p, ""}, Judgement{s, ""}); differs != (cause != "") {
				t.Errorf("Cause(%s, %s) = %q", p, s, cause)
			}
		}
	}
}
