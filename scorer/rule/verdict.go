package rule

// Verdict is the judgement of one output, or of one sample.
type Verdict = string

// The verdicts (DESIGN.md, Formats). Only Pass counts as a pass.
const (
	Pass           Verdict = "pass"
	WrongType      Verdict = "wrong_type"      // not the kind of answer the sample asks for
	WrongShape     Verdict = "wrong_shape"     // strict: not one readable invocation of the task's entry
	WrongArguments Verdict = "wrong_arguments" // a wanted value is missing or other
	Failed         Verdict = "failed"          // executed; exit code or signal
	Timeout        Verdict = "timeout"         // strict: still running at the deadline
	Resource       Verdict = "resource"        // strict: ended by a limit
	Missing        Verdict = "missing"         // no prediction: counts as a fail
	NotExecuted    Verdict = "not_executed"    // static checks passed, nothing was run: never a pass
	Infrastructure Verdict = "infrastructure"  // our fault: neither fail nor pass
)

// Verdicts lists all verdicts in the order reports show them. The verdict of a
// sample is the first of these that one of its outputs has, so that it says how
// far the best output got.
var Verdicts = [...]Verdict{
	Pass, Infrastructure, NotExecuted, Timeout, Resource, Failed,
	WrongArguments, WrongShape, WrongType, Missing,
}

// Names of the rules.
const (
	NamePaper  = "paper"
	NameStrict = "strict"
)

// Names lists the rules in the order reports show them.
var Names = [...]string{NamePaper, NameStrict}

// Sample returns the verdict of a sample from those of its outputs: Missing when
// it has none.
func Sample(outputs []Verdict) Verdict {
	best := len(Verdicts) - 1
	for _, v := range outputs {
		best = min(best, rank(v))
	}
	return Verdicts[best]
}

// Static reports whether a verdict says that the static checks were passed.
func Static(v Verdict) bool {
	switch v {
	case WrongType, WrongShape, WrongArguments, Missing:
		return false
	}
	return true
}

// Executed reports whether a verdict comes from facts of an execution.
func Executed(v Verdict) bool {
	switch v {
	case Pass, Failed, Timeout, Resource:
		return true
	}
	return false
}

// rank is the verdict's place in Verdicts; one not known there stands with
// Infrastructure, because nothing could be judged by it.
func rank(v Verdict) int {
	for i, w := range Verdicts {
		if v == w {
			return i
		}
	}
	return 1
}
